// The language of the page: that of the browser if there is a file for it. Only that file is loaded.

export const languages = [{ code: 'en', language: 'English' }, { code: 'de', language: 'Deutsch' }];

const wanted = () => {
  const stored = localStorage.getItem('language');
  for (const asked of stored ? [stored] : navigator.languages) {
    const found = languages.find(({ code }) => asked.toLowerCase().startsWith(code));
    if (found) return found.code;
  }
  return 'en';
};

const words = async code => (await import(`./text/${code}.js`)).default;

export const t = { ...await words(wanted()) };
document.documentElement.lang = t.code;

/** Changes the language, now and for the next visit. */
export const speak = async code => {
  Object.assign(t, await words(code));
  localStorage.setItem('language', code);
  document.documentElement.lang = code;
};
