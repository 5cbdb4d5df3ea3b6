import { escapeHtml } from "./markdown.js";

/** One tab: its label and its content. */
export interface Tab {
  label: string;
  html: string;
}

/**
 * Returns panels for tabs. Without JavaScript, all panels are visible below each other, each under its label; the
 * script of the site turns the labels into tabs.
 */
export function tabs(label: string, panels: Tab[]): string {
  const sections = panels.map(
    (panel) =>
      `<section data-tab="${escapeHtml(panel.label)}"><p class="tab-label">${escapeHtml(panel.label)}</p>\n${panel.html}</section>`,
  );
  return `<div class="tabs" data-tabs="${escapeHtml(label)}">\n${sections.join("\n")}\n</div>\n`;
}
