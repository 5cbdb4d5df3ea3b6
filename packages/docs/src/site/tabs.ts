import { escapeHtml } from "./markdown.js";

/** One tab: its label and its content. */
export interface Tab {
  label: string;
  html: string;
}

/**
 * Panels under tabs. Without a script all of them are open, one below the other, each under its label; the script of
 * the site turns the labels into tabs.
 */
export function tabs(label: string, panels: Tab[]): string {
  const sections = panels.map(
    (panel) =>
      `<section data-tab="${escapeHtml(panel.label)}"><p class="tab-label">${escapeHtml(panel.label)}</p>\n${panel.html}</section>`,
  );
  return `<div class="tabs" data-tabs="${escapeHtml(label)}">\n${sections.join("\n")}\n</div>\n`;
}
