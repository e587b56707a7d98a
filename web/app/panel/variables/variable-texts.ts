/** The kinds of answer in words. */
export const answerTexts = { text: 'Texto', number: 'Número', choice: 'Escolha' } as const;
