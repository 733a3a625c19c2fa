// Pieces that several screens are made of.

import { html, svg, nothing } from './vendor/lit-html.js';
import { t } from './text.js';

const ICONS = {
  back: 'M15 5l-7 7 7 7', next: 'M9 5l7 7-7 7', undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6', more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14', minus: 'M5 12h14', close: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.8-4.8',
  check: 'M5 12.5l4.5 4.5L19 7', legal: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.5l2.8 2.8L16 9.5',
  fix: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 8v5M12 16.2v.1',
  todo: 'M12 3a9 9 0 1 1-9 9M3.6 8.4a9 9 0 0 1 1.3-2.2M7.4 4.3A9 9 0 0 1 9 3.5M12 8.5v7M8.5 12h7',
  spend: 'M12 3v4M12 17v4M3 12h4M17 12h4M6.5 6.5l2 2M15.5 15.5l2 2M17.5 6.5l-2 2M8.5 15.5l-2 2',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 11H5v9h14v-9h-1', print: 'M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1', compare: 'M12 4v16M5 8h4M5 12h4M5 16h4M15 8h4M15 12h4M15 16h4',
  history: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.4M4 4v4.4h4.4M12 8v4.3l3 1.7', trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.4 1.4M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.4-1.4',
  import: 'M12 4v11M8 11.5l4 4 4-4M5 19h14', export: 'M12 15V4M8 7.5L12 3.5l4 4M5 19h14',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z', join: 'M6 4v9a3 3 0 0 0 3 3h10M15 12l4 4-4 4',
  ride: 'M3 16h18M5 16l1.5-6h11L19 16M8 19.5a1.5 1.5 0 1 0 0-3M16 19.5a1.5 1.5 0 1 1 0-3',
  gear: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  cards: 'M8 4h11v14H8zM5 7v14h11',
  no: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.7 5.7l12.6 12.6', open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  file: 'M7 3h7l5 5v13H7zM14 3v5h5', dup: 'M4 8h11v12H4zM9 8V4h11v12h-5', pen: 'M4 20l1-4L16 5l3 3L8 19z',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.7v.1', folder: 'M3 6h7l2 2h9v11H3z',
  play: 'M7 4l12 8-12 8z',
};

export const icon = (name, kind = name === 'more' ? 'more' : '') =>
  svg`<svg viewBox="0 0 24 24" aria-hidden="true" class=${kind}><path d=${ICONS[name]}/></svg>`;

export const logo = svg`<svg viewBox="0 0 32 24" aria-hidden="true" class="logo-mark"><rect x="2" y="6" width="28" height="16" rx="1.5"/><path d="M2 6.5l28 15M30 6.5l-28 15M12 2.2v.1M16 2.2v.1M20 2.2v.1"/></svg>`;

/** A number with its sign: +8, −70, ±0. */
export const signed = amount => {
  const text = String(amount ?? 0);
  if (text === '0') return '±0';
  return text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`;
};

/** Amounts in the game's other currencies. */
export const others = (costs, words = String) =>
  (costs || []).filter(cost => cost.amount !== null).map(cost => html` <span class="tiny soft">${words(cost.amount)} ${cost.title}</span>`);

/** What is spent of another currency, and of how much. */
export const purse = ({ amount, limit, title }) => `${amount ?? '?'}${limit === null ? '' : ` ${t.of} ${limit}`} ${title}`;

export const stateOf = view => view.to_fix ? 'fix' : view.to_add ? 'todo' : 'legal';

export const verdictWord = view =>
  view.to_fix ? t.toFix(view.to_fix) : view.to_add ? t.toAdd(view.to_add) : t.legal;

export const verdict = view => html`<span class="vd ${stateOf(view)}">${icon(stateOf(view))}${verdictWord(view)}</span>`;

const hasLimit = view => view.limit !== null && view.limit !== undefined;

export const leftWords = view => {
  const left = hasLimit(view) ? Number(view.left) : 0;
  return left > 0 ? t.left(view.left) : left < 0 ? t.over(-left) : '';
};

export const pointsWords = view =>
  hasLimit(view) ? [`${t.of} ${view.limit}`, leftWords(view)].filter(Boolean).join(' · ') : '';

export const bar = (points, limit, label) => {
  const [now, most] = [Number(points) || 0, Number(limit) || 0];
  const isOver = most > 0 && now > most;
  const full = most > 0 ? (isOver ? most / now : now / most) * 100 : 0;
  return html`<div class="bar" role="img" aria-label=${label || t.pointsOf(points, limit)}><i .style=${`width:${full}%`}></i>${
    isOver ? html`<i class="over" .style=${`left:${full}%;width:${100 - full}%`}></i>` : nothing}</div>`;
};

/** A cell for each place of a slot. */
export const meter = ({ used, min, max }) => {
  const cells = max === null ? Math.max(used, min) : Math.max(used, max);
  if (!cells || cells > 12) return nothing;
  const kind = at => [
    at < used ? (max !== null && at >= max ? 'over' : 'on') : at < min ? 'miss' : '',
    at < min ? 'req' : '',
  ].join(' ');
  return html`<span class="meter" aria-hidden="true">${Array.from({ length: cells }, (_, at) => html`<i class=${kind(at)}></i>`)}${
    max === null ? html`<span class="inf">+</span>` : nothing}</span>`;
};

export const slotWords = slot => {
  const takes = slot.max === null ? (slot.min ? `${slot.min}+` : '') : slot.takes;
  const of = takes ? `${slot.used} ${t.of} ${takes}` : String(slot.used);
  if (slot.max !== null && slot.used > slot.max) return `${of}, ${t.tooMany(slot.used - slot.max)}`;
  if (slot.used < slot.min) return `${of}, ${t.moreNeeded(slot.min - slot.used)}`;
  return of;
};

export const why = (reasons, kind = '') =>
  reasons.length ? html`<span class="why ${kind}">${icon('no')}<span>${words(reasons[0])}${reasons.length > 1 ? html` <span class="soft">+${reasons.length - 1}</span>` : nothing}</span></span>` : nothing;

/** Minus, number, plus. A side without an action is shown as at its end. */
export const stepper = (name, count, less, more) => html`<span class="step" role="group" aria-label=${name}>
  <button type="button" aria-label=${t.less(name)} aria-disabled=${!less} @click=${() => less?.()}>${icon('minus')}</button>
  <output>${count}</output>
  <button type="button" aria-label=${t.more(name)} aria-disabled=${!more} @click=${() => more?.()}>${icon('plus')}</button></span>`;

/** What a sheet shows: a title, a body, perhaps something at its foot. */
export const sheet = ({ title, right = nothing, body, foot = nothing, close }) => html`
  <div class="sh"><h2 tabindex="-1" id="sheet-title">${title}</h2>${right}<button type="button" class="ib" aria-label=${t.close} @click=${close}>${icon('close')}</button></div>
  <div class="sb">${body}</div>
  ${foot === nothing ? nothing : html`<div class="sf">${foot}</div>`}`;

/** What the program says, with what it quotes as it is to be written. */
export const words = text => text.split('`').map((part, at) => at % 2 ? html`<code>${part}</code>` : part);

const table = (title, columns, rows) => html`<div class="tw" tabindex="0" role="group" aria-label=${title}><table class="stats"><thead><tr><th scope="col">${title}</th>${
  columns.map(column => html`<th scope="col"><abbr title=${column.title}>${column.value || column.title}</abbr></th>`)}</tr></thead><tbody>${
  rows.map(row => html`<tr><th scope="row">${row.name}</th>${row.values.map(value => html`<td>${value}</td>`)}</tr>`)}</tbody></table></div>`;

/** A weapon, or the ways in which it may be used. */
const modes = row => row.modes.length ? row.modes.map(mode => ({ ...mode, name: html`${row.name}<br><span class="soft">${mode.name}</span>` })) : [row];

/** Characteristics, weapons and texts: what a card of the unit says. */
export const profile = card => html`<div class="profile">
  ${card.models.map(part => table(part.title, part.columns, part.rows.map(row => row.count && row.count !== '1' ? { ...row, name: `${row.count} ${row.name}` } : row)))}
  ${card.gear.map(part => table(part.title, part.columns, part.rows.flatMap(modes)))}
  ${card.keywords.length ? html`<dl class="kw small">${card.keywords.map(word => html`<div><dt>${word.name}</dt><dd class="soft">${word.text}</dd></div>`)}</dl>` : nothing}
  ${card.notes.map(note => html`<p class="small">${note}</p>`)}
</div>`;

/** A radio or check mark. */
export const mark = (isRound = false) => html`<span class="ctl ${isRound ? 'r' : ''}">${icon('check')}</span>`;

/** Saves a text as a file. */
export const download = (name, text, type = 'text/plain') => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

/** How long ago, in words. */
export const ago = time => {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 2) return t.justNow;
  const format = new Intl.RelativeTimeFormat(t.code, { numeric: 'auto' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  if (minutes < 60 * 24) return format.format(-Math.round(minutes / 60), 'hour');
  return format.format(-Math.round(minutes / 60 / 24), 'day');
};
