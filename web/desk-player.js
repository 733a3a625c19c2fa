// What players see: their list with its verdict, sending it, changing it.

import { html, nothing } from './vendor/lit-html.js';
import { icon } from './parts.js';
import { w } from './text/desk.js';
import { D, call, draw, run, say } from './desk.js';

/** The list that is being written, and what was sent. */
const P = { list: '', entry: null, name: '', team: '', mine: null, isWriting: true, justSent: false };
const KINDS = { legal: 'legal', illegal: 'fix', questions: 'ask', not_a_list: 'none', unreadable: 'none' };
const ICONS = { legal: 'legal', illegal: 'fix', questions: 'todo', not_a_list: 'no', unreadable: 'no' };

const place = () => `orbat-desk-${D.event.id}`;

export const verdict = kind => html`<span class="vd ${KINDS[kind]}">${icon(ICONS[kind])}${w.verdict[kind]}</span>`;

export const when = moment => new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Issues with their proofs. */
export const issues = entry => html`${entry.fault ? html`<section class="iss card"><h3>${entry.fault}</h3></section>` : nothing}
  ${entry.issues.map(issue => html`<section class="iss card ${issue.severity === 'error' ? '' : 'note'}"><h3>${issue.message}</h3>
    ${issue.counted.length ? html`<p class="soft">${w.counted}: ${issue.counted.join(', ')}</p>` : nothing}
    ${issue.rules.length ? html`<p class="soft">${w.rule}: ${issue.rules.join(', ')}</p>` : nothing}
    ${issue.fixes.length ? html`<p>${w.mend}: ${issue.fixes.join('; ')}</p>` : nothing}</section>`)}
  ${entry.remarks.map(remark => html`<p class="soft small">${remark}</p>`)}`;

/** Questions, with their candidates as buttons if something is to be done with them. */
export const questions = (entry, choose) => entry.questions.map((question, at) => html`<section class="iss ask card"><h3>${question.text}</h3>
  <div class="picks">${question.candidates.map((candidate, number) => choose
    ? html`<button type="button" class="chip" @click=${() => choose(at, number)}>${candidate}</button>`
    : html`<span class="tag">${candidate}</span>`)}</div></section>`);

export const summary = entry => html`<div class="note ${entry.verdict === 'legal' ? 'ok' : entry.verdict === 'questions' ? 'todo' : 'bad'}"><div class="grow big">
  <div>${verdict(entry.verdict)}<p class="small">${w.lead[entry.verdict]}</p></div>
  ${entry.points === null ? nothing : html`<b>${entry.points}<span class="soft small"> ${D.event.currency}</span></b>`}</div></div>`;

let waiting = null;
let asked = 0;

const read = async (more = {}) => {
  const number = ++asked;
  if (!P.list.trim() && !more.file) {
    P.entry = null;
    draw();
    return;
  }
  const answer = await call('read', more.file ? more : { list: P.list, ...more });
  // Only the last answer counts: they may arrive in any order.
  if (number !== asked) return;
  P.entry = answer.entry;
  if (more.file || more.answer) P.list = answer.list;
  say(`${w.verdict[P.entry.verdict]}. ${P.entry.points ?? ''}`);
};

const typed = event => {
  P.list = event.target.value;
  clearTimeout(waiting);
  waiting = setTimeout(() => run(read), 350);
};

const base64 = file => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onerror = () => reject(reader.error);
  reader.onload = () => resolve(String(reader.result).split(',')[1].replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
  reader.readAsDataURL(file);
});

const upload = event => run(async () => {
  const [file] = event.target.files;
  if (file) await read({ file: { name: file.name, base64: await base64(file) } });
});

const paste = () => run(async () => {
  P.list = await navigator.clipboard.readText();
  await read();
});

const send = event => {
  event.preventDefault();
  run(async () => {
    const body = { name: P.name, team: P.team, list: P.list };
    const answer = P.mine ? await call('revise', body) : await call('send', body, null);
    if (answer.key) {
      D.key = answer.key;
      localStorage.setItem(place(), answer.key);
    }
    await mine();
    P.justSent = true;
    say(w.sent);
  });
};

const mine = async () => {
  P.mine = await call('mine');
  const { latest, entry } = P.mine;
  Object.assign(P, { list: latest.list, name: latest.name, team: latest.team, entry, isWriting: latest.is_withdrawn });
};

const withdraw = () => run(async () => {
  await call('withdraw');
  await mine();
});

const other = () => {
  localStorage.removeItem(place());
  D.key = null;
  Object.assign(P, { list: '', entry: null, name: '', team: '', mine: null, isWriting: true, justSent: false });
  draw();
};

export const startPlayer = async key => {
  D.key = key ?? localStorage.getItem(place());
  if (!D.key) return;
  try {
    await mine();
    localStorage.setItem(place(), D.key);
  } catch (error) {
    if (error.status !== 401) throw error;
    localStorage.removeItem(place());
    D.key = null;
    if (key) throw error;
  }
};

const rules = () => {
  const { event } = D;
  const words = [
    ...event.points ? [w.points(event.points, event.currency)] : [], ...event.charts, ...event.rules,
    ...event.closes ? [w.until(when(event.closes))] : [],
  ];
  return html`<ul class="rules" aria-label=${w.rule}>${words.map(text => html`<li class="tag a">${text}</li>`)}</ul>`;
};

const writing = () => html`
  <label class="field"><span>${w.listLabel}</span><span class="soft small">${w.listHint}</span>
    <textarea class="in" rows="12" spellcheck="false" .value=${P.list} @input=${typed}></textarea></label>
  <div class="row wrap"><button type="button" class="btn" @click=${paste}>${icon('copy')}${w.paste}</button>
    <label class="btn">${icon('file')}${w.file}<input type="file" class="vh" accept=".txt,.yaml,.yml,.json,.docx,.html,.eml" @change=${upload}></label></div>
  ${P.entry ? html`${summary(P.entry)}${questions(P.entry, (question, candidate) => run(() => read({ answer: [question, candidate] })))}${issues(P.entry)}
    ${P.entry.units.length ? html`<details><summary>${w.how}</summary><p class="small">${[P.entry.faction, ...P.entry.units].filter(Boolean).join(' · ')}</p></details>` : nothing}
    <form class="send" @submit=${send}>
      <label class="field"><span>${w.name}</span><input class="in" required maxlength="80" autocomplete="name" .value=${P.name} @input=${event => { P.name = event.target.value; }}></label>
      <label class="field"><span>${w.team}</span><input class="in" maxlength="80" .value=${P.team} @input=${event => { P.team = event.target.value; }}></label>
      <button class="btn p">${P.mine ? w.sendChange : P.entry.verdict === 'legal' ? w.send : w.sendAnyway}</button></form>` : nothing}`;

const address = () => `${location.origin}/#mine=${D.key}`;

const copy = () => run(async () => {
  await navigator.clipboard.writeText(address());
  say(w.copied);
});

const sent = () => {
  const { entry, latest, is_closed: isClosed } = P.mine;
  return html`<section class="sent">${icon('legal')}<h2 tabindex="-1">${w.sent}</h2>
    <p>${entry.verdict === 'legal' ? w.sentHow.legal : w.sentHow.other} ${w.lastSent(when(latest.sent))}</p>
    ${entry.fingerprint ? html`<p class="soft small">${w.code}</p><p class="code">${entry.fingerprint}</p>` : nothing}
    <p class="small">${w.back}</p><p><code>${address()}</code></p>
    <p class="row wrap ctr"><button type="button" class="btn" @click=${copy}>${icon('copy')}${w.copy}</button>
      ${isClosed ? nothing : html`<button type="button" class="btn p" @click=${() => { P.isWriting = true; draw(); }}>${icon('pen')}${w.change}</button>
      <button type="button" class="btn q" @click=${withdraw}>${w.withdraw}</button>`}
      <button type="button" class="btn q" @click=${other}>${w.other}</button></p></section>
    ${summary(entry)}${questions(entry)}${issues(entry)}`;
};

export const playerScreen = () => {
  const isClosed = P.mine ? P.mine.is_closed : D.event.is_closed;
  const isWithdrawn = P.mine?.latest.is_withdrawn;
  return html`<main class="player" id="main">${rules()}
    ${isClosed ? html`<p class="note todo">${icon('info')}<span>${w.closed}</span></p>` : nothing}
    ${isWithdrawn ? html`<p class="note todo">${icon('info')}<span>${w.withdrawn}</span></p>` : nothing}
    ${P.mine && !P.isWriting ? sent() : isClosed ? nothing : writing()}</main>`;
};
