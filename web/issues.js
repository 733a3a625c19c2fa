// What is wrong or missing, and what mends it; what spends the rest.

import { html, nothing } from './vendor/lit-html.js';
import { search } from './engine.js';
import { S, change, draw, replace, run } from './state.js';
import { here, unitsOf } from './editor.js';
import { icon, others, sheet, signed, words } from './parts.js';
import { lackPart, textOf } from './owned.js';
import { t } from './text.js';

/** A fix as a button: what it does and what it costs. */
const fixButton = fix => html`<button type="button" class="fx" @click=${() => change([{ edits: fix.edits }], fix.text)}><span class="grow">${words(fix.text)}${fix.mends > 1 ? html` <span class="tag ok">${t.mends(fix.mends)}</span>` : nothing}</span><b class="num">${signed(fix.points)}${others(fix.other_costs, signed)}</b></button>`;

export const issueCard = (issue, isSlim = false) => {
  const units = unitsOf(S.open.view).filter(unit => issue.units.includes(unit.id));
  // Gentle fixes first: a unit is removed last.
  const weight = fix => fix.edits.some(edit => edit.remove_unit || edit.remove_line) ? 1 : 0;
  const fixes = [...issue.fixes].sort((a, b) => weight(a) - weight(b));
  return html`<section class="iss card ${issue.kind}"><h3>${icon(issue.kind === 'add' ? 'todo' : issue.kind === 'note' ? 'info' : 'fix')}<span>${words(issue.message)}</span></h3>
    ${issue.causes.map(cause => html`<p class="iw soft">${words(cause)}</p>`)}${issue.help ? html`<p class="iw">${words(issue.help)}</p>` : nothing}
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
    ${fix.length && best ? html`<section class="best"><h3 class="eyebrow">${t.mendAll(best.changes.length)}</h3><button type="button" class="fx best" @click=${() => replace(best.list, best.changes.join(', '))}><span class="grow">${best.changes.map(change => html`${words(change)}<br>`)}</span><b class="num">${signed(best.moved)} → ${best.points}</b></button></section>` : nothing}
    ${fix.length && !ways && waysFor === record.text ? html`<p class="row small soft best" role="status"><span class="wait"></span><span class="grow">${t.doing[S.open.doing] ?? t.searching}</span><button type="button" class="btn" @click=${() => S.open.stopWays.abort()}>${t.stop}</button></p>` : nothing}
    ${fix.length ? html`<h3 class="gh">${t.rulesBroken(fix.length)}</h3>${fix.map(issue => issueCard(issue))}` : nothing}
    ${add.length ? html`<h3 class="gh">${t.stillToAdd}</h3>${add.map(issue => issueCard(issue))}<a class="btn w" href=${here('spend')}>${icon('spend')}${t.completeForMe}</a>` : nothing}
    ${!fix.length && !add.length ? html`<div class="legal"><span class="big-ok">${icon('legal')}</span><h3 class="serif">${t.legal}</h3><p class="soft">${t.legalHint(view.points, view.limit, view.currency, view.system?.title)}</p></div>${placed(view)}` : nothing}
    ${note.length ? html`<h3 class="gh">${t.worthKnowing}</h3>${note.map(issue => issueCard(issue))}` : nothing}
    ${lackPart()}
    ${view.more_issues ? html`<p class="small soft">${t.moreIssues(view.more_issues)}</p>` : nothing}`;
};

/** Which slot each unit fills, and who makes whom possible. */
const placed = view => {
  const names = units => units.map(unit => unit.name).join(', ');
  const part = (title, rows) => rows.length ? html`<section class="vals"><h3 class="eyebrow">${title}</h3><dl class="small">${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl></section>` : nothing;
  const slots = view.forces.flatMap(force => force.groups.filter(group => group.slot && group.units.length).map(group => [[force.name, group.title].filter(Boolean).join(' · '), names(group.units)]));
  const unlocked = unitsOf(view).filter(unit => unit.unlocked_by.length);
  return html`${part(t.howPlaced, slots)}${part(t.whoUnlocks, unlocked.map(unit => [unit.name, t.unlockedBy(unit.unlocked_by.join(', '))]))}`;
};

export const issuesSheet = close => sheet({ title: issuesTitle(), close, body: issuesBody() });

// ---- spending what is left

const look = () => {
  const { open } = S;
  const list = open.record.text;
  const system = open.view.system?.id;
  const only = S.onlyOwned ? textOf(system) : '';
  const stop = new AbortController();
  const found = { list, only, proposals: [], remaining: [], short: [], isOver: false, doing: '' };
  open.found = found;
  const end = answer => {
    Object.assign(found, answer, { isOver: true });
    draw();
  };
  // What was found before it is stopped stays.
  open.stopSpend = () => { if (!found.isOver) { stop.abort(); end({}); } };
  const tell = part => {
    if (part.found) found.proposals.push(part.found);
    else found.doing = part.doing;
    draw();
  };
  run(async () => {
    try {
      end(await search('complete', { list, spend: true, proposals: 3, owned: only }, stop.signal, tell));
    } catch (error) {
      end({ hasFailed: true });
      throw error;
    }
  });
};

export const spendSheet = close => {
  const { open } = S;
  const { record, view } = open;
  const system = view.system?.id;
  const owned = textOf(system);
  if (open.found?.list !== record.text || open.found.only !== (S.onlyOwned ? owned : '')) look();
  const { found } = open;
  const real = found.proposals.filter(proposal => proposal.added.length);
  const proposal = known => html`<section class="prop card"><div class="row"><h3 class="serif grow">${known.added.length === 1 ? known.added[0].title : t.additions(known.added.length)}</h3>${known.left === 0 ? html`<span class="tag ok">${icon('check')}${t.toThePoint}</span>` : known.left !== null ? html`<span class="tag">${t.left(known.left)}</span>` : nothing}</div>
    <ul>${known.added.map(row => html`<li><span class="grow">${row.grown ? t.moreIn(row.title) : html`${row.models > 1 ? `${row.models} ` : ''}${row.title}`}</span><b class="num">${signed(row.points)}</b></li>`)}</ul>
    <div class="row"><span class="small soft grow num">${view.points} → <b>${known.points}</b>${view.limit !== null ? ` ${t.of} ${view.limit}` : ''}</span><button type="button" class="btn p" @click=${() => { replace(known.list, t.tookProposal); close(); }}>${t.takeIt} ${signed(known.moved)}</button></div></section>`;
  return sheet({
    title: view.left !== null && Number(view.left) > 0 ? t.spendLast(view.left) : t.complete,
    close,
    body: html`<p class="small soft">${t.spendHint}</p>
      ${owned ? html`<p class="nm"><button type="button" class="chip" aria-pressed=${Boolean(S.onlyOwned)} @click=${() => { open.stopSpend?.(); S.onlyOwned = !S.onlyOwned; draw(); }}>${t.onlyOwned}</button></p>` : nothing}
      ${real.map(proposal)}
      ${found.isOver ? nothing : html`<p class="row nm" role="status"><span class="wait"></span><span class="grow">${t.doing[found.doing] ?? t.searching}</span><button type="button" class="btn" @click=${open.stopSpend}>${t.stop}</button></p>`}
      ${found.hasFailed ? html`<button type="button" class="btn w nm" @click=${() => { look(); draw(); }}>${t.tryAgain}</button>` : nothing}
      ${found.isOver && !real.length && !found.hasFailed ? html`<div class="note plain">${icon('info')}<div><b>${t.nothingFound}</b>${found.remaining.map(text => html`<br>${text}`)}${found.short.map(row => html`<br>${t.short(row.short)} ${row.models.join(', ')}`)}</div></div>` : nothing}`,
  });
};
