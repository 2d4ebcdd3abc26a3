import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const PLUGIN = './src/plugins/work-tracking';
const SERVER = `${PLUGIN}/server/src`;

/** Imports run one way: each folder of the server, and the ones that it may not reach up or across to. */
const HOUSE = {
  records: ['events', 'content-types', 'webhooks', 'access', 'v1', 'panel', 'command-line'],
  events: ['content-types', 'webhooks', 'access', 'v1', 'panel', 'command-line'],
  webhooks: ['content-types', 'access', 'v1', 'panel', 'command-line'],
  access: ['content-types', 'webhooks', 'v1', 'panel', 'command-line'],
  'content-types': ['webhooks', 'access', 'v1', 'panel', 'command-line'],
  v1: ['webhooks', 'panel', 'command-line'],
  panel: ['webhooks', 'v1', 'command-line'],
  'command-line': ['webhooks', 'access', 'v1', 'panel'],
};

const zones = [
  {
    target: `${PLUGIN}/domain`,
    from: [`${PLUGIN}/server`, `${PLUGIN}/admin`],
    message: 'domain imports nothing of the server or the panel.',
  },
  { target: `${PLUGIN}/server`, from: `${PLUGIN}/admin`, message: 'server imports nothing of the panel.' },
  { target: `${PLUGIN}/admin`, from: `${PLUGIN}/server`, message: 'admin imports nothing of the server.' },
  { target: `${PLUGIN}/domain`, from: './node_modules/@strapi', message: 'domain knows no Strapi.' },
  ...Object.entries(HOUSE).map(([folder, forbidden]) => ({
    target: `${SERVER}/${folder}`,
    from: forbidden.map((name) => `${SERVER}/${name}`),
    message: `${folder} may not import from there: imports run one way.`,
  })),
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.strapi/**',
      'build/**',
      '.cache/**',
      '.tmp/**',
      'types/generated/**',
      'public/**',
      'jest.config.js',
      'examples/client/api.d.ts',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: [`${PLUGIN}/tsconfig.json`] })],
    },
    languageOptions: {
      parserOptions: {
        project: [
          './tsconfig.json',
          './src/admin/tsconfig.json',
          './tests/tsconfig.json',
          './tests/browser/tsconfig.json',
          `${PLUGIN}/tsconfig.json`,
          `${PLUGIN}/admin/tsconfig.json`,
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-duplicates': 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-dynamic-delete': 'off',
      // An empty environment variable counts as not set: || is meant.
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-console': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300 }],
    },
  },
  {
    files: ['**/*.js'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // Commands speak to whoever runs them.
    files: ['scripts/**', 'bench/**', 'examples/**', 'src/plugins/work-tracking/bin/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Strapi's database layer and registries answer with any: a row has its type from where it is received on.
    files: ['src/plugins/work-tracking/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // What React's hooks hand out needs no this.
    files: ['src/plugins/work-tracking/admin/**'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    // What comes over HTTP and out of the application under test has no type until it is asserted.
    files: ['tests/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
    },
  },
  prettier,
);
