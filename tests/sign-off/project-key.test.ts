import { tokenFor } from '../support/api';
import { builtWith } from '../support/configured';
import { ARTICLES, inCode } from '../support/documents';
import { ARTICLE } from '../support/extended';
import { startServer } from '../support/server';

it('a project whose key is written in other capitals is not that of the sign-off', async () => {
  const env = {
    ...builtWith({ files: ARTICLE }),
    SIGN_OFF_PROJECT: 'SIGN',
    SIGN_OFF_TYPES: `${ARTICLES}=asked`,
  };
  const first = await startServer({ env });
  await tokenFor(first, 'Sign');
  await first.stop();
  const server = await startServer({ env, database: first.database });
  try {
    expect(server.log()).toContain(
      'SIGN_OFF_PROJECT (signOff.project) names the project "SIGN", which is not there',
    );
    const id = await inCode(server, ARTICLES, 'create', { data: { title: 'Coffee' } });
    await expect(inCode(server, ARTICLES, 'publish', { documentId: id })).rejects.toThrow(
      'there is no such project',
    );
  } finally {
    await server.destroy();
  }
});
