/** The script of every page: theme, copy buttons, tabs, search. */
import { addCopyButtons } from "./copy.js";
import { openSearchOnDemand } from "./search.js";
import { skipToContent } from "./skip.js";
import { makeTabs } from "./tabs.js";
import { switchThemeOnDemand } from "./theme.js";

switchThemeOnDemand();
skipToContent();
openSearchOnDemand();
makeTabs();
addCopyButtons();
