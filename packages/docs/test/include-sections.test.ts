import { expect, test } from "vitest";
import { includeSections, linkedFiles, pagesOfHeadings } from "../src/site/guides/include-sections.js";

const NO_PAGES = new Map<string, string>();
const README = "packages/client/README.md";

test("an include line is replaced by that section of the README, without the number of its heading", async () => {
  const text = await includeSections(`# Title\n\n[[include ${README} Cancel]]\n\nAfter.\n`, NO_PAGES);
  expect(text).toMatch(/^# Title\n\n## Cancel\n/);
  expect(text).toContain("signal");
  expect(text).not.toContain("## 10.");
  expect(text).toMatch(/\n\nAfter\.\n$/);
});

test("links to headings become links to the pages that show them, and links to decisions become their numbers", async () => {
  const secure = "[[include packages/service/README.md Secure a deployment]]";
  const commands = "[[include packages/service/README.md Commands]]";
  const pages = await pagesOfHeadings([
    { name: "security", source: `[[include SECURITY.md What the service promises]]\n\n${secure}` },
    { name: "operate", source: commands },
    { name: "client", source: `[[include ${README} Cancel]]` },
  ]);
  expect([...pages]).toContainEqual([expect.stringMatching(/README\.md#\d+-cancel$/), "client.html#cancel"]);
  const text = await includeSections(secure, pages);
  expect(text).not.toMatch(/\]\((?:\.|#)/);
  expect(text).toMatch(/\bdecision 0069\b/);
  expect(text).toContain("](security.html#what-the-service-promises)");
  expect(await includeSections(commands, pages)).toContain("](security.html#rotate-keys-without-downtime)");
});

test("the title of a guide that is one section stands for its heading, and the parts of the section are sections", async () => {
  const source = "# Settings\n\nEvery flag.\n\n[[include packages/service/README.md Settings]]\n";
  const text = await includeSections(source, NO_PAGES);
  expect(text).not.toContain("## Settings");
  expect(text).toMatch(/^# Settings\n\nEvery flag\.\n\n[^#]/);
  expect(text).toMatch(/^## Network$/m);
  const pages = await pagesOfHeadings([{ name: "settings", source }]);
  expect(pages.get("packages/service/README.md#settings")).toBe("settings.html");
  expect(pages.get("packages/service/README.md#network")).toBe("settings.html#network");
});

test("a section that does not exist stops the build", async () => {
  await expect(includeSections(`[[include ${README} Nowhere]]`, NO_PAGES)).rejects.toThrow(
    `A guide includes the section "Nowhere" of ${README}, which does not exist.`,
  );
});

test("the site has the files of the repository that a guide links to", async () => {
  const [, links = ""] = (await includeSections("[[include packages/service/README.md Operations]]", NO_PAGES)).split(
    "### Metrics",
  );
  const files = await linkedFiles([links]);
  const alerts = "files/packages/service/operations/prometheus-alerts.yml";
  expect(links).toContain(`[alerts](../${alerts})`);
  expect(files[alerts]).toContain("MetadataServiceDown");
  expect(Object.keys(files)).toContain("files/Dockerfile");
});
