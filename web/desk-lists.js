// What organisers see: every list with its verdict, the proofs, locking and publishing.

import { html, nothing } from './vendor/lit-html.js';
import { icon } from './parts.js';
import { w } from './text/desk.js';
import { D, call, download, draw, run } from './desk.js';
import { issues, questions, summary, verdict, when } from './desk-player.js';

const L = { all: null, verdict: '', words: '', faction: '', order: 'number', down: false, open: null, reason: '' };

export const startLists = async () => { L.all = await call('lists'); };

const change = (name, body) => run(async () => { L.all = await call(name, body); });

const verdictOf = row => row.decision?.verdict ?? row.verdict;

const shown = () => {
  const words = L.words.toLowerCase();
  const text = row => [row.player, row.team, row.faction, row.first_issue, ...row.findings.map(finding => finding.text), ...row.units].join(' ').toLowerCase();
  const rows = L.all.rows.filter(row => (!L.verdict || verdictOf(row) === L.verdict) && (!L.faction || row.faction === L.faction) && text(row).includes(words));
  const by = row => (L.order === 'verdict' ? verdictOf(row) : row[L.order]) ?? '';
  rows.sort((one, other) => String(by(one)).localeCompare(String(by(other)), undefined, { numeric: true }) || one.number - other.number);
  return L.down ? rows.reverse() : rows;
};

const count = names => {
  const counts = new Map();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]));
};

const head = (name, title) => html`<th scope="col" aria-sort=${L.order === name ? (L.down ? 'descending' : 'ascending') : 'none'}><button type="button" @click=${() => {
  L.down = L.order === name && !L.down;
  L.order = name;
  draw();
}}>${title}</button></th>`;

const row = row => html`<tr><td>${verdict(verdictOf(row))}</td>
  <td><button type="button" class="who" @click=${() => openList(row.id)}>${row.player}</button>${row.team ? html` <span class="soft">${row.team}</span>` : nothing}
    ${row.is_later ? html` <span class="tag todo">${w.later}</span>` : nothing}${row.findings.map(finding => html` <span class="tag todo">${finding.text}</span>`)}</td>
  <td>${row.faction ?? ''}</td><td class="num">${row.points ?? ''}</td><td class="wide">${row.decision?.reason ?? (row.findings.some(finding => finding.text === row.first_issue) ? '' : row.first_issue)}</td><td class="soft small">${when(row.sent)}</td></tr>`;

const openList = id => run(async () => { L.open = { id, ...await call('list', { id }) }; L.reason = ''; });

const chips = () => {
  const counts = new Map(count(L.all.rows.map(verdictOf)));
  const chip = (kind, title, number) => html`<button type="button" class="chip" aria-pressed=${L.verdict === kind} @click=${() => { L.verdict = kind; draw(); }}>${title} <span class="n">${number}</span></button>`;
  return html`<div class="split" aria-hidden="true">${Object.keys(w.verdict).map(kind => counts.has(kind) ? html`<i class=${kind} .style=${`--n:${counts.get(kind)}`}></i>` : nothing)}</div>
    <div class="chips">${chip('', w.all, L.all.rows.length)}${Object.keys(w.verdict).map(kind => counts.has(kind) ? chip(kind, w.verdict[kind], counts.get(kind)) : nothing)}</div>`;
};

const table = () => {
  if (!L.all.rows.length) return html`<p class="soft">${w.none}</p>`;
  const factions = count(L.all.rows.map(row => row.faction));
  return html`${chips()}<div class="tools"><div class="search">${icon('search')}<input class="in" type="search" placeholder=${w.search} aria-label=${w.search} @input=${event => { L.words = event.target.value; draw(); }}></div>
    <select class="in btn" aria-label=${w.faction} @change=${event => { L.faction = event.target.value; draw(); }}><option value="">${w.factions}</option>${factions.map(([name]) => html`<option>${name}</option>`)}</select>
    <button type="button" class="btn" @click=${() => run(startLists)}>${w.refresh}</button></div>
    <div class="card tw"><table><thead><tr>${head('verdict', w.verdictHead)}${head('player', w.player)}${head('faction', w.faction)}${head('points', w.pointsHead)}${head('first_issue', w.first)}${head('sent', w.sentHead)}</tr></thead>
      <tbody>${shown().map(row)}</tbody></table></div>`;
};

const bars = (title, rows) => rows.length ? html`<section class="card pad"><h2>${title}</h2><ul class="bars">${rows.slice(0, 12).map(([name, number]) => html`<li><span>${name}</span><i .style=${`width:${number / rows[0][1] * 100}%`}></i><span class="num">${number}</span></li>`)}</ul></section>` : nothing;

const settings = () => html`<div class="cols">
  <section class="card pad"><h2>${w.lock}</h2><p class="soft">${L.all.locked ? w.locked(when(L.all.locked)) : w.lockHint}</p>
    <button type="button" class="btn ${L.all.locked ? '' : 'p'}" @click=${() => change('lock', { on: !L.all.locked })}>${L.all.locked ? w.unlock : w.lock}</button></section>
  <section class="card pad"><h2>${w.publish}</h2><p class="soft">${L.all.is_published ? w.published : w.publishHint}</p>
    <button type="button" class="btn" @click=${() => change('publish', { on: !L.all.is_published })}>${L.all.is_published ? w.unpublish : w.publish}</button></section>
  <section class="card pad"><h2>${w.export}</h2><p class="soft">${w.exportHint}</p>
    <button type="button" class="btn" @click=${() => run(() => download(`${D.event.id}.zip`, 'export'))}>${icon('import')}${w.export}</button></section>
  ${bars(w.factionsPlayed, count(L.all.rows.map(row => row.faction)))}${bars(w.playedMost, count(L.all.rows.flatMap(row => row.units)))}</div>`;

const decide = decision => run(async () => {
  L.all = await call('decide', { id: L.open.id, decision });
  L.open = { id: L.open.id, ...await call('list', { id: L.open.id }) };
});

const answer = (question, candidate) => run(async () => {
  L.all = await call('answer', { id: L.open.id, answer: [question, candidate] });
  L.open = { id: L.open.id, ...await call('list', { id: L.open.id }) };
});

const detail = () => {
  const { entry, revisions, decision } = L.open;
  const latest = revisions.at(-1);
  return html`<p><button type="button" class="btn q" @click=${() => { L.open = null; draw(); }}>${icon('back')}${w.backToAll}</button></p>
    <h2 tabindex="-1">${entry.player}${entry.team ? html` <span class="soft">${entry.team}</span>` : nothing}</h2>
    <p class="soft">${entry.faction ?? ''} · ${when(latest.sent)}${entry.fingerprint ? html` · <code>${entry.fingerprint}</code>` : nothing}</p>
    ${decision ? html`<div class="note todo">${icon('info')}<span class="grow">${w.decided(w.verdict[decision.verdict], decision.reason)}</span><button type="button" class="btn" @click=${() => decide(null)}>${w.undoDecision}</button></div>` : nothing}
    ${summary(entry)}<div class="cols"><div>${questions(entry, L.all.locked ? null : answer)}${issues(entry)}
      <section class="card pad"><h3>${w.decide}</h3><label class="field"><span>${w.reason}</span><input class="in" maxlength="500" .value=${L.reason} @input=${event => { L.reason = event.target.value; }}></label>
        <div class="row wrap"><button type="button" class="btn" @click=${() => decide({ verdict: 'legal', reason: L.reason })}>${w.decideLegal}</button><button type="button" class="btn" @click=${() => decide({ verdict: 'illegal', reason: L.reason })}>${w.decideIllegal}</button></div></section></div>
      <div>${[...revisions].reverse().map((revision, at) => html`<details class="card pad" ?open=${at === 0}><summary>${w.asSent(revision.number)} · ${when(revision.sent)}</summary><pre>${revision.list}</pre></details>`)}</div></div>`;
};

export const listsScreen = () => {
  const isSettings = location.hash === '#settings';
  if (!L.all) return html`<main id="main"></main>`;
  const tab = (hash, title, here) => html`<a class="chip" href=${hash} aria-current=${here ? 'true' : nothing} @click=${() => { L.open = null; }}>${title}</a>`;
  return html`<main id="main"><div class="row wrap">${tab('#lists', `${w.lists} ${L.all.rows.length}`, !isSettings)}${tab('#settings', w.settings, isSettings)}</div>
    ${isSettings ? settings() : L.open ? detail() : table()}</main>`;
};
