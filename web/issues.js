// What is wrong or missing, and what mends it; what spends the rest.

import { html, nothing } from './vendor/lit-html.js';
import { search } from './engine.js';
import { S, change, draw, replace, run } from './state.js';
import { here, unitsOf } from './editor.js';
import { icon, others, sheet, signed } from './parts.js';
import { t } from './text.js';

/** A fix as a button: what it does and what it costs. */
const fixButton = fix => html`<button type="button" class="fx" @click=${() => change([{ edits: fix.edits }], fix.text)}><span class="grow">${fix.text}${fix.mends > 1 ? html` <span class="tag ok">${t.mends(fix.mends)}</span>` : nothing}</span><b class="num">${signed(fix.points)}${others(fix.other_costs, signed)}</b></button>`;

export const issueCard = (issue, isSlim = false) => {
  const units = unitsOf(S.open.view).filter(unit => issue.units.includes(unit.id));
  // Gentle fixes first: a unit is removed last.
  const weight = fix => fix.edits.some(edit => edit.remove_unit || edit.remove_line) ? 1 : 0;
  const fixes = [...issue.fixes].sort((a, b) => weight(a) - weight(b));
  return html`<section class="iss card ${issue.kind}"><h3>${icon(issue.kind === 'add' ? 'todo' : issue.kind === 'note' ? 'info' : 'fix')}<span>${issue.message}</span></h3>
    ${issue.causes.map(cause => html`<p class="iw soft">${cause}</p>`)}${issue.help ? html`<p class="iw">${issue.help}</p>` : nothing}
    ${units.length && !isSlim ? html`<div class="cn"><span class="small soft">${t.counted}</span>${units.slice(0, 12).map(unit => html`<a class="cu" href=${here('unit', unit.id)}>${unit.models > 1 ? `${unit.models} ` : ''}${unit.name}</a>`)}</div>` : nothing}
    ${fixes.slice(0, 4).map(fixButton)}
    ${fixes.length > 4 ? html`<details><summary>${t.moreWays(fixes.length - 4)}</summary>${fixes.slice(4).map(fixButton)}</details>` : nothing}
    ${issue.rule || issue.definition ? html`<details class="prf"><summary>${issue.rule ? t.rule(issue.rule) : t.ruleTitle}</summary><div class="rulebox">${issue.definition}${issue.defined_at ? html`<br><code class="soft">${issue.defined_at}</code>` : nothing}</div></details>` : nothing}</section>`;
};

export const issuesTitle = () => {
  const { view } = S.open;
  return view.to_fix ? t.toFix(view.to_fix) : view.to_add ? t.toAdd(view.to_add) : t.verdict;
};

export const issuesBody = () => {
  const { view, ways, waysFor, record } = S.open;
  const of = kind => view.issues.filter(issue => issue.kind === kind);
  const [fix, add, note] = [of('fix'), of('add'), of('note')];
  const best = waysFor === record.text && ways?.ways[0];
  return html`
    ${fix.length && best ? html`<section class="best"><h3 class="eyebrow">${t.mendAll(best.changes.length)}</h3><button type="button" class="fx best" @click=${() => replace(best.list, best.changes.join(', '))}><span class="grow">${best.changes.map(words => html`${words}<br>`)}</span><b class="num">${signed(best.moved)} → ${best.points}</b></button></section>` : nothing}
    ${fix.length && !ways && waysFor === record.text ? html`<p class="small soft best" role="status"><span class="wait"></span> ${t.searching}</p>` : nothing}
    ${fix.length ? html`<h3 class="gh">${t.rulesBroken(fix.length)}</h3>${fix.map(issue => issueCard(issue))}` : nothing}
    ${add.length ? html`<h3 class="gh">${t.stillToAdd}</h3>${add.map(issue => issueCard(issue))}<a class="btn w" href=${here('spend')}>${icon('spend')}${t.completeForMe}</a>` : nothing}
    ${!fix.length && !add.length ? html`<div class="legal"><span class="big-ok">${icon('legal')}</span><h3 class="serif">${t.legal}</h3><p class="soft">${t.legalHint(view.points, view.limit, view.currency, view.system?.title)}</p></div>` : nothing}
    ${note.length ? html`<h3 class="gh">${t.worthKnowing}</h3>${note.map(issue => issueCard(issue))}` : nothing}
    ${view.more_issues ? html`<p class="small soft">${t.moreIssues(view.more_issues)}</p>` : nothing}`;
};

export const issuesSheet = close => sheet({ title: issuesTitle(), close, body: issuesBody() });

// ---- spending what is left

const look = () => {
  const { open } = S;
  const list = open.record.text;
  open.spendFor = list;
  open.proposals = null;
  const stop = new AbortController();
  open.stopSpend = () => { stop.abort(); open.spendFor = null; open.proposals = { proposals: [], remaining: [], stopped: true }; draw(); };
  run(async () => {
    const found = await search('complete', { list, spend: true, proposals: 3 }, stop.signal);
    if (open.spendFor !== list) return;
    open.proposals = found;
    draw();
  }).then(() => { if (open.spendFor === list && !open.proposals) { open.proposals = { proposals: [], remaining: [] }; draw(); } });
};

export const spendSheet = close => {
  const { open } = S;
  const { record, view } = open;
  if (open.spendFor !== record.text && !open.proposals?.stopped) look();
  const found = open.proposals;
  const real = (found?.proposals || []).filter(proposal => proposal.added.length);
  const proposal = known => html`<section class="prop card"><div class="row"><h3 class="serif grow">${known.added.length === 1 ? known.added[0].title : t.additions(known.added.length)}</h3>${known.left === 0 ? html`<span class="tag ok">${icon('check')}${t.toThePoint}</span>` : known.left !== null ? html`<span class="tag">${t.left(known.left)}</span>` : nothing}</div>
    <ul>${known.added.map(row => html`<li><span class="grow">${row.grown ? t.moreIn(row.title) : html`${row.models > 1 ? `${row.models} ` : ''}${row.title}`}</span><b class="num">${signed(row.points)}</b></li>`)}</ul>
    <div class="row"><span class="small soft grow num">${view.points} → <b>${known.points}</b>${view.limit !== null ? ` ${t.of} ${view.limit}` : ''}</span><button type="button" class="btn p" @click=${() => { replace(known.list, t.tookProposal); close(); }}>${t.takeIt} ${signed(known.moved)}</button></div></section>`;
  return sheet({
    title: view.left !== null && Number(view.left) > 0 ? t.spendLast(view.left) : t.complete,
    close,
    body: html`<p class="small soft">${t.spendHint}</p>
      ${!found ? html`<p class="row nm" role="status"><span class="wait"></span><span class="grow">${t.searching}</span><button type="button" class="btn" @click=${open.stopSpend}>${t.stop}</button></p>` : nothing}
      ${real.map(proposal)}
      ${found && !real.length ? html`<div class="note plain">${icon('info')}<div><b>${t.nothingFound}</b>${found.remaining.map(text => html`<br>${text}`)}</div></div>` : nothing}`,
  });
};
