/** The style sheet of the page. Colours of text have a contrast of 4.5 or more in both schemes (WCAG 2.2, 1.4.3). */
export const style = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f6f7f9; --line: #d5d9e0; --text: #1d2430; --quiet: #566070; --accent: #5a3fc0;
  --safe: #17693a; --suggestion: #7a5200; --manual: #b3261e; --aside: #4b5563;
  --taken: #ffe3e0; --taken-mark: #ffbdb6; --put: #dcf5e3; --put-mark: #a7e3ba; --mark: #fff0b3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --panel: #1b2028; --line: #363e4b; --text: #e6e9ef; --quiet: #a3adbd; --accent: #b5a3ff;
    --safe: #7fd89d; --suggestion: #f0c060; --manual: #ff9a91; --aside: #b4bdca;
    --taken: #3c1f20; --taken-mark: #7a2f2d; --put: #17331f; --put-mark: #1f6a38; --mark: #5c4a10;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main, header, footer { max-width: 90rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .7rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .4rem 0; max-width: 75rem; overflow-wrap: anywhere; }
a { color: var(--accent); }
code, .code { font: 13px/1.5 ui-monospace, SFMono-Regular, Consolas, 'DejaVu Sans Mono', monospace; }
p code, td code { background: var(--panel); border-radius: 3px; padding: .1em .3em; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--page); padding: .5rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.tiles { display: flex; flex-wrap: wrap; gap: .7rem; list-style: none; padding: 0; margin: 1rem 0; }
.tiles li { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .9rem; min-width: 6.5rem; }
.tiles b { display: block; font-size: 1.4rem; line-height: 1.3; }
.tiles .zero { color: var(--quiet); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
.counts { width: 100%; }
.counts th, .counts td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: right; white-space: nowrap; }
.counts th:first-child { text-align: left; font-weight: normal; width: 22rem; }
.counts thead th { color: var(--quiet); font-weight: 600; font-size: .85rem; }
.counts .zero { color: var(--quiet); }
.counts .bar { text-align: left; width: 16rem; }
summary { cursor: pointer; padding: .4rem 0; }
progress { width: 9rem; height: .7rem; accent-color: var(--accent); vertical-align: middle; margin-right: .5rem; }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .8rem; align-items: end;
  background: var(--page); border-bottom: 1px solid var(--line); padding: .7rem 0; }
form[hidden] { display: none; }
label { display: grid; gap: .15rem; font-size: .85rem; color: var(--quiet); }
select, input, button { font: inherit; color: var(--text); background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; padding: .35rem .6rem; min-height: 2.2rem; max-width: 20rem; }
button { cursor: pointer; }
output { padding: .4rem 0; color: var(--quiet); }
article { border: 1px solid var(--line); border-radius: 8px; margin: .8rem 0; padding: .8rem 1rem; scroll-margin-top: 6rem;
  content-visibility: auto; contain-intrinsic-size: auto 14rem; }
article[hidden], section[hidden] { display: none; }
article > header { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: baseline; padding: 0; max-width: none; }
.state { border: 1px solid currentColor; border-radius: 99px; padding: 0 .6rem; font-size: .85rem; }
.safe { color: var(--safe); } .suggestion { color: var(--suggestion); } .manual { color: var(--manual); } .aside { color: var(--aside); }
.quiet { color: var(--quiet); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .8rem; margin: .5rem 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
.lines { width: 100%; table-layout: fixed; border: 1px solid var(--line); margin: .5rem 0; }
.lines caption { text-align: left; color: var(--quiet); font-size: .85rem; padding: .2rem 0; overflow-wrap: anywhere; }
.lines thead th { text-align: left; font-size: .8rem; color: var(--quiet); padding: .1rem .5rem; border-bottom: 1px solid var(--line); }
.lines td { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; padding: 0 .5rem; vertical-align: top; }
.lines .number { width: 3.6rem; text-align: right; color: var(--quiet); background: var(--panel); user-select: none; white-space: nowrap; }
.lines .taken { background: var(--taken); } .lines .put { background: var(--put); }
del, ins, mark { color: inherit; text-decoration: none; border-radius: 2px; }
del { background: var(--taken-mark); } ins { background: var(--put-mark); } mark { background: var(--mark); }
ul.plain { list-style: none; padding: 0; } ul.plain li { margin: .3rem 0; overflow-wrap: anywhere; }
footer { padding-bottom: 2rem; margin-top: 2.5rem; color: var(--quiet); }
@media (max-width: 48rem) {
  main, header, footer { padding-left: .8rem; padding-right: .8rem; }
  form { position: static; }
  .lines .number { width: 2.6rem; padding: 0 .2rem; }
}
@media print { form { display: none; } article { content-visibility: visible; break-inside: avoid; } }
@media (forced-colors: active) { del { text-decoration: line-through; } ins { text-decoration: underline; } }
`;
