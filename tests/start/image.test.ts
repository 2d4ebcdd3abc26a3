import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { deploy } from '../support/deployed';

it('the Dockerfile is one', () => {
  expect(validate(readFileSync(path.join(__dirname, '../../Dockerfile'), 'utf8'))).toEqual([]);
});

describe('a start that must not build', () => {
  it('says in a sentence that there is no build', async () => {
    const deployed = deploy();
    rmSync(path.join(deployed.folder, 'dist'), { recursive: true });
    const { code, output } = await deployed.run('npm', ['-s', 'start', '--', '--no-build']);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^(New secrets .*\n)?error: There is no build to start \(dist\/config\/server\.js, dist\/build\/index\.html missing\): run npm run build first\.\n$/,
      ),
    ]);
  });

  it('is the only one without development dependencies, and a start that would build says so', async () => {
    const deployed = deploy();
    deployed.linkModules((name) => !['.bin', 'typescript'].includes(name));
    rmSync(path.join(deployed.folder, 'dist'), { recursive: true });
    const { code, output } = await deployed.run('npm', ['-s', 'start']);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('error: There is no up-to-date build, and strapi-plugin'),
    ]);
    expect(output).toContain('npm ci && npm run build');
    expect(output).not.toContain('    at ');
  });

  it('takes no option that it does not know', async () => {
    const { code, output } = await deploy().run('npm', ['-s', 'start', '--', '--nobuild']);
    expect([code, output]).toEqual([2, 'usage: npm start [-- --no-build]\n']);
  });
});
