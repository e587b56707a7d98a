/** What a question's answer can be, as people read it. */
export const answerTexts = { text: 'Texto', number: 'Número', choice: 'Escolha' } as const;
