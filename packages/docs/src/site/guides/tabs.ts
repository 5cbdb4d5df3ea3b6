import { escapeHtml } from "./markdown.js";

/** One tab: its label and its content, which begins with a block of code that has the label as its title. */
export interface Tab {
  label: string;
  html: string;
}

/**
 * Returns panels for tabs. Without JavaScript, all panels are visible below each other; the script of the site makes one
 * block of them, with the labels as tabs.
 */
export function tabs(label: string, panels: Tab[]): string {
  const sections = panels.map((panel) => `<section data-tab="${escapeHtml(panel.label)}">${panel.html}</section>`);
  return `<div class="tabs" data-tabs="${escapeHtml(label)}">\n${sections.join("\n")}\n</div>\n`;
}
