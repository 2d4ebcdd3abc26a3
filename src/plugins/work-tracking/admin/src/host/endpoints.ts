import { adminApi } from '@strapi/strapi/admin';
import { guarded, type HostChange } from './in-force';

/**
 * Changes the definition of an endpoint of Strapi's panel.
 * @throws Error when there is none of that name
 */
export function changeEndpoint(name: string, change: (definition: never) => void): void {
  const endpoints = {
    [name](definition: object | undefined) {
      assertFits(definition !== undefined, `endpoint ${name}`);
      change(definition as never);
    },
  };
  adminApi.enhanceEndpoints({ endpoints });
}

/** @param part of Strapi's panel @throws Error that names it, when it is not as it was known */
export function assertFits(fits: boolean, part: string): asserts fits {
  if (!fits) throw new Error(part);
}

interface AnsweredEndpoint<Answer> {
  transformResponse?: (...given: unknown[]) => Answer;
}

/**
 * Changes what Strapi's panel makes of the answer to an endpoint.
 * @param sample what Strapi's own function is given, with which both are tried
 * @throws Error when there is no such endpoint, or it makes something else of its answer
 */
export function changeAnswer<Answer>(
  change: HostChange,
  name: string,
  sample: readonly unknown[],
  ours: (answer: Answer) => Answer,
): void {
  changeEndpoint(name, (definition: AnsweredEndpoint<Answer>) => {
    const { transformResponse: theirs } = definition;
    assertFits(typeof theirs === 'function', `answer of endpoint ${name}`);
    ours(theirs(...sample));
    definition.transformResponse = (...given) => {
      const answer = theirs(...given);
      return guarded(change, () => ours(answer), answer);
    };
  });
}
