// The language of the page: that of the browser if there is a file for it.

import english from './text/en.js';
import german from './text/de.js';

const LANGUAGES = [english, german];

export const languages = LANGUAGES.map(({ code, language }) => ({ code, language }));

const wanted = () => {
  const stored = localStorage.getItem('language');
  const asked = stored ? [stored] : navigator.languages;
  for (const code of asked) {
    const found = LANGUAGES.find(known => code.toLowerCase().startsWith(known.code));
    if (found) return found;
  }
  return english;
};

export const t = { ...wanted() };

/** Changes the language, now and for the next visit. */
export const speak = code => {
  localStorage.setItem('language', code);
  Object.assign(t, LANGUAGES.find(known => known.code === code));
  document.documentElement.lang = code;
};

document.documentElement.lang = t.code;
