/** The look of a link inside a sentence: its line tells it from the words around it, in dark too. */
export const inlineLink =
  'text-accent-text underline decoration-line-strong underline-offset-4 hover:decoration-current';
