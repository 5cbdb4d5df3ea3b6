/** The styles of the page: light or dark, as the reader prefers; black on white with all sections open when printed. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --page: #fff; --box: #f6f8fa;
  --good: #1a7f37; --bad: #b42318; --open: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9aa4af; --line: #30363d; --page: #0d1117; --box: #161b22;
  --good: #4ac26b; --bad: #ff8178; --open: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
header { border-left: .4rem solid var(--soft); padding: .2rem 0 .2rem 1.2rem; margin-bottom: 2rem; }
header.good { border-color: var(--good); } header.bad { border-color: var(--bad); } header.open { border-color: var(--open); }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .5rem; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; } h4 { font-size: .85rem; color: var(--soft); margin: 0 0 .25rem; font-weight: 600; }
p { margin: .4rem 0; } .stopped { color: var(--open); font-weight: 600; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0 0; }
dl div { display: flex; flex-direction: column-reverse; } dt { color: var(--soft); font-size: .85rem; }
dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
div.good dd { color: var(--good); } div.bad dd { color: var(--bad); } div.open dd { color: var(--open); }
code, pre { font: .85rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: .35rem; padding: .6rem .75rem; margin: 0; white-space: pre-wrap; max-height: 24rem; overflow: auto; }
pre.curl { margin-top: .75rem; max-height: 8rem; }
.failure { border: 1px solid var(--line); border-left: .3rem solid var(--bad); border-radius: .35rem; padding: .25rem 1rem 1rem; margin: 1rem 0; }
.reason { color: var(--bad); font-weight: 600; overflow-wrap: anywhere; white-space: pre-line; }
.exchange { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: .75rem; margin-top: .75rem; }
.exchange > div { min-width: 0; } .replay { color: var(--soft); font-size: .9rem; margin-top: .75rem; }
details { margin-top: .75rem; } summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-size: .85rem; font-weight: 600; } .n { text-align: right; font-variant-numeric: tabular-nums; width: 6.5rem; }
tr.bad td { color: var(--bad); font-weight: 600; } tr.open td { color: var(--open); }
i { font-style: normal; color: var(--soft); font-size: .8em; } footer { margin-top: 2.5rem; color: var(--soft); }
@media print { :root { color-scheme: light; --text: #000; --soft: #444; --line: #bbb; --page: #fff; --box: #fff; --good: #14622a; --bad: #94160c; --open: #6b4600; }
  body { font-size: 10pt; } main { max-width: none; padding: 0; } pre { max-height: none; overflow: visible; } pre.curl { max-height: none; }
  .failure, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } thead { display: table-header-group; } }
`.replaceAll(/\n\s*/g, "\n");
