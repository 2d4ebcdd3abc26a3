import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/**
 * Sends a message to an application in another process, and resolves with the answer that has its id.
 * @throws Error when it ends before it answers
 */
export const ask = <Answer extends { id: string }>(child: ChildProcess, message: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const id = randomUUID();
    const onExit = () => reject(new Error('The application ended while it ran the code.'));
    const onMessage = (answer: Answer) => {
      if (answer.id !== id) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(answer);
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send({ id, ...message });
  });
