// How lists come in: as files, pasted text of any kind, links, QR codes, a file of all lists.

import { html, nothing } from './vendor/lit-html.js';
import { ask } from './engine.js';
import * as owned from './owned.js';
import { all } from './store.js';
import { S, draw, go, keep, run, say, toast } from './state.js';
import { icon, pointsWords, sheet, verdict } from './parts.js';
import { t } from './text.js';

export const importSheet = close => {
  S.import ??= { text: '' };
  const { reading, text, issues, scanning } = S.import;
  if (reading) return readingSheet(close);
  return sheet({
    title: t.import,
    close,
    body: html`<p class="small soft">${t.importLead}</p>
      <label class="field nm"><span>${t.list}</span><textarea class="in" rows="9" spellcheck="false" .value=${text} @input=${event => { S.import.text = event.target.value; }}></textarea></label>
      <div class="row wrap nm">
        ${navigator.clipboard?.readText ? html`<button type="button" class="btn" @click=${() => run(async () => { S.import.text = await navigator.clipboard.readText(); draw(); })}>${icon('copy')}${t.paste}</button>` : nothing}
        <label class="btn filer">${icon('file')}${t.file}<input type="file" class="vh" multiple accept=".yaml,.yml,.json,.txt,.md" @change=${event => run(() => takeFiles([...event.target.files]))}></label>
        ${'BarcodeDetector' in globalThis && navigator.mediaDevices ? html`<button type="button" class="btn" @click=${() => run(scan)}>${icon('cards')}${t.scan}</button>` : nothing}
      </div>${scanning ? html`<video class="scan" muted playsinline></video>` : nothing}
      ${issues ? html`<div class="note bad nm" role="alert">${icon('fix')}<div><b>${t.notRead}</b><ul>${issues.map(issue => html`<li>${issue.line ? `${t.line(issue.line)}: ` : ''}${issue.message}</li>`)}</ul></div></div>` : nothing}`,
    foot: html`<button type="button" class="btn p w" @click=${() => run(async () => { if (S.import.text.trim()) await take(S.import.text.trim()); })}>${t.openList}</button>`,
  });
};

/** Keeps a list from a text: a link, YAML, a file of all lists, or what other programs write. Never overwrites another. */
export async function take(text) {
  const link = /(?:^|#)(o\d+\.[\w-]+)$/.exec(text);
  if (link) text = (await ask('link', { link: link[1] })).list;
  if (text.startsWith('{"orbat_lists"')) return takeAll(JSON.parse(text));
  const { view } = await ask('turn', { list: text });
  if (view.system) {
    S.import = null;
    return go(await keep(text, t.imported, view));
  }
  // A text that means to be a list of ours is judged as one; any other is read as people write lists.
  if (/^orbat\s*:/m.test(text)) return refuse(text, view.issues.slice(0, 5));
  return read({ text, hints: {} });
}

function refuse(text, issues) {
  S.import = { text, issues };
  say(t.notRead);
  if (S.route.page !== 'import') go(undefined, 'import');
  draw();
}

async function read({ text, hints }) {
  const reading = await ask('read', { text, ...hints });
  if (reading.kind === 'not_a_list') return refuse(text, [{ message: t.namesNoUnit }]);
  const { view } = await ask('turn', { list: reading.list });
  if (reading.kind === 'list' && !reading.remarks.length) {
    S.import = null;
    return go(await keep(reading.list, t.imported, view));
  }
  S.import = { text, hints, reading, view };
  say(t.questions(reading.questions.length));
  if (S.route.page !== 'import') go(undefined, 'import');
  draw();
}

/** Reads the text again as it is with this answer. */
const answer = (question, candidate) => run(() => {
  const { text, hints } = S.import;
  if (question.hint) return read({ text, hints: { ...hints, [question.hint]: candidate.id } });
  const lines = text.split('\n');
  const at = question.line - 1;
  lines[at] = (lines[at] ?? '').replace(question.written, () => candidate.title);
  return read({ text: lines.join('\n'), hints });
});

/** What was understood, and what is not certain. */
const readingSheet = close => {
  const { reading, view, text } = S.import;
  const ask = question => html`<section class="iss card add"><h3>${icon('info')}<span>${question.ask}</span></h3>
    ${question.candidates.length ? html`<div class="row wrap">${question.candidates.slice(0, 8).map(candidate => html`<button type="button" class="chip" @click=${() => answer(question, candidate)}>${candidate.title}</button>`)}</div>` : nothing}</section>`;
  return sheet({
    title: t.import,
    right: verdict(view),
    close,
    body: html`<div class="card pad"><p class="eyebrow">${[view.system?.title, view.faction?.title].filter(Boolean).join(' · ')}</p><h3 class="serif">${view.name}</h3>
        <div class="row lp"><span class="num"><b>${view.points ?? '?'}</b><span class="soft"> ${pointsWords(view)}</span></span></div></div>
      ${reading.questions.length ? html`<h3 class="gh">${t.questions(reading.questions.length)}</h3><p class="small soft">${t.questionsHint}</p>${reading.questions.map(ask)}` : nothing}
      ${reading.remarks.map(remark => html`<p class="note plain">${icon('info')}<span>${remark}</span></p>`)}
      <details class="prof"><summary>${t.howUnderstood}</summary><ol class="lines small">${reading.lines.map(line => html`<li class=${line.kind}><span class="soft num">${line.number}</span><span class="grow"><span>${line.text}</span>${line.understood.length ? html`<br><span class="soft">→ ${line.understood.join(', ')}</span>` : nothing}</span></li>`)}</ol></details>`,
    foot: html`<button type="button" class="btn" @click=${() => { S.import = { text }; draw(); }}>${t.editText}</button><button type="button" class="btn p grow" @click=${() => run(async () => {
      const id = await keep(reading.list, t.imported, view);
      S.import = null;
      go(id);
    })}>${t.takeAsRead}</button>`,
  });
};

/** Text of other times is not UTF-8. */
const textOf = async file => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).trim();
  }
};

/** One file is looked at, several are kept as far as they can be read without a question. */
async function takeFiles(files) {
  if (files.length === 1) return take(await textOf(files[0]));
  const unread = [];
  for (const file of files) if (!await keepIfClear(await textOf(file))) unread.push(file.name);
  S.import = null;
  go();
  toast([t.broughtBack(files.length - unread.length), unread.length && `${t.notRead}: ${unread.join(', ')}`].filter(Boolean).join('. '));
}

async function keepIfClear(text) {
  const of = async list => (await ask('turn', { list })).view;
  const view = await of(text);
  if (view.system) return keep(text, t.imported, view);
  if (/^orbat\s*:/m.test(text)) return null;
  const reading = await ask('read', { text });
  return reading.kind === 'list' && !reading.questions.length ? keep(reading.list, t.imported, await of(reading.list)) : null;
}

async function takeAll({ orbat_lists: lists, owned: collections }) {
  let count = 0;
  // A list that cannot be read any more is kept as well; one that is here already is not doubled.
  const known = new Set((await all()).map(list => list.text));
  for (const { text, folder } of Array.isArray(lists) ? lists : []) {
    if (typeof text !== 'string' || known.has(text)) continue;
    await keep(text, t.imported, undefined, typeof folder === 'string' ? folder : '');
    count += 1;
  }
  owned.bringBack(collections);
  S.import = null;
  go();
  toast(t.broughtBack(count));
}

/** Reads a QR code with the camera. */
async function scan() {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  S.import.scanning = true;
  draw();
  await Promise.resolve();
  const video = document.querySelector('video.scan');
  video.srcObject = stream;
  await video.play();
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  try {
    while (S.route.page === 'import') {
      const [code] = await detector.detect(video);
      if (code) return await take(code.rawValue);
      await new Promise(done => setTimeout(done, 200));
    }
  } finally {
    stream.getTracks().forEach(track => track.stop());
    if (S.import) S.import.scanning = false;
    draw();
  }
}

/** A list that somebody has sent: looked at before it is kept. */
export const linkSheet = close => {
  const { route } = S;
  if (!route.asked) {
    route.asked = true;
    run(async () => {
      const { list } = await ask('link', { link: route.link });
      const { view } = await ask('turn', { list });
      Object.assign(route, { text: list, view });
      draw();
    }).then(() => { if (!route.view) close(); });
  }
  const { view, text } = route;
  return sheet({
    title: t.sentList,
    close,
    body: view ? html`<div class="card pad acc" .style=${`--accent:${view.accent || '#3d3a36'}`}><p class="eyebrow">${view.system?.title ?? t.unknownGame}</p><h3 class="serif">${view.name}</h3>
      <p class="small soft">${[view.faction?.title, view.chart?.title].filter(Boolean).join(' · ')}</p>
      <div class="row lp"><span class="num"><b>${view.points}</b><span class="soft"> ${pointsWords(view)}</span></span>${verdict(view)}</div>
      <ul class="small">${view.forces.flatMap(force => force.groups).flatMap(group => group.units).map(unit => html`<li>${unit.models > 1 ? `${unit.models} ` : ''}${unit.name}</li>`)}</ul></div>
      <p class="small soft nm">${t.sentHint}</p>` : html`<p class="soft">${t.reading}</p>`,
    foot: view?.system ? html`<button type="button" class="btn p w" @click=${() => run(async () => { const id = await keep(text, t.imported, view); go(id, undefined, undefined, true); dispatchEvent(new Event('hashchange')); })}>${t.keepCopy}</button>` : nothing,
  });
};

