// A playground for authors: the text of a game, its mistakes as you type, and a list judged by it.

import { html, nothing } from './vendor/lit-html.js';
import { ask } from './engine.js';
import { S, draw, run } from './state.js';
import { icon, pointsWords, sheet, verdict } from './parts.js';
import { t } from './text.js';

const GAME = `system pond "Duck Pond" {
  cost crumbs "crumbs"
  profile model "Boat" { Speed inches  Hull int 1..9 }
  category captain "Captains", flotilla "Flotillas"

  chart afternoon "Afternoon" {
    slot captain  1
    slot flotilla 1..4
  }

  unit admiral "Admiral" : captain unique {
    models 1 admiral at 40
    model admiral "Admiral" { Speed 6 Hull 4 }
  }
  unit paper_boats "Paper boats" : flotilla {
    models 3..6 paper_boat at 5
    model paper_boat "Paper boat" { Speed 8 Hull 1 }
  }
}
`;

const LIST = `orbat: 1
name: Sunday
system: pond
chart: afternoon
points: 80
units:
  - admiral
  - unit: paper_boats
    models: 5
`;

let waiting;
/** Judges what is written, a moment after the last key. */
const judge = () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => run(async () => {
    const { play } = S;
    const asked = { data: play.data, list: play.list };
    const answer = await ask('playground', asked);
    if (play.data === asked.data && play.list === asked.list) {
      play.answer = answer;
      draw();
    }
  }), 250);
};

export const playgroundSheet = close => {
  if (!S.play) {
    S.play = { data: localStorage.getItem('playground') ?? GAME, list: localStorage.getItem('playground-list') ?? LIST };
    judge();
  }
  const { play } = S;
  const type = key => event => {
    play[key] = event.target.value;
    run(() => localStorage.setItem(key === 'data' ? 'playground' : 'playground-list', play[key]));
    judge();
  };
  const { diagnostics = [], view } = play.answer ?? {};
  return sheet({
    title: t.playground,
    right: view ? verdict(view) : nothing,
    close,
    body: html`<div class="ground"><label class="field"><span>${t.dataText}</span><textarea class="in" rows="20" spellcheck="false" .value=${play.data} @input=${type('data')}></textarea></label>
      <div><label class="field"><span>${t.list}</span><textarea class="in" rows="10" spellcheck="false" .value=${play.list} @input=${type('list')}></textarea></label>
      <div role="status">${diagnostics.length ? html`<ul class="nm">${diagnostics.map(known => html`<li class="iss card ${known.severity === 'error' ? 'fix' : 'note'}"><h3>${icon(known.severity === 'error' ? 'fix' : 'info')}<span>${t.line(known.line)}: ${known.message}</span></h3>${known.help ? html`<p class="iw">${known.help}</p>` : nothing}<p class="tiny soft">${known.code}</p></li>`)}</ul>` : nothing}
      ${view ? html`<p class="nm"><b>${view.points}</b> <span class="soft">${pointsWords(view)}</span></p>${view.issues.map(issue => html`<section class="iss card ${issue.kind}"><h3>${icon(issue.kind === 'add' ? 'todo' : issue.kind === 'note' ? 'info' : 'fix')}<span>${issue.message}</span></h3></section>`)}` : nothing}</div></div></div>`,
    foot: html`<button type="button" class="btn" @click=${() => { localStorage.removeItem('playground'); localStorage.removeItem('playground-list'); S.play = null; draw(); }}>${t.startOver}</button>`,
  });
};
