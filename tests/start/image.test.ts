import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { deploy } from '../support/deployed';

it('the Dockerfile is one', () => {
  expect(validate(readFileSync(path.join(__dirname, '../../Dockerfile'), 'utf8'))).toEqual([]);
});

it('what operation.md says of containers needs nothing but Docker on the machine', () => {
  const text = readFileSync(path.join(__dirname, '../../docs/operation.md'), 'utf8');
  const [, block = ''] = /\*\*Containers:\*\*[^]*?```sh\n([^]*?)```/.exec(text) ?? [];
  const commands = block.replaceAll('\\\n', '').trim().split('\n');
  expect(commands.map((command) => command.split(' ').slice(0, 2).join(' '))).toEqual([
    'docker build',
    'docker run',
    'docker run',
  ]);
  // The secrets are made in the image.
  expect(commands[1]).toMatch(/ work-tracking +node scripts\/prepare\.js$/);
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
