/** The answer of a bulk change for a ticket that it has changed. */
export const changed = (documentId: string) => ({ documentId, outcome: 'changed' });

/** The same for one that was so already. */
export const unchanged = (documentId: string) => ({ documentId, outcome: 'unchanged' });

/** The same for one that was refused, with what its sentence says and the code of the rule. */
export const refused = (documentId: string, message: string | RegExp, code?: string) => ({
  documentId,
  outcome: 'refused',
  error: {
    name: expect.any(String),
    message: expect.stringMatching(message),
    details: expect.objectContaining(code === undefined ? {} : { code }),
  },
});

export const idsOf = (tickets: { id: string }[]) => tickets.map(({ id }) => id);
