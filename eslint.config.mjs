import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const PLUGIN = './src/plugins/work-tracking';
const SERVER = `${PLUGIN}/server/src`;

/** Imports run one way: each folder of the house, and the ones that it may not reach up or across to. */
const HOUSE = {
  domain: ['server'],
  records: ['events', 'content-types', 'webhooks', 'access', 'v1', 'panel'],
  events: ['content-types', 'webhooks', 'access', 'v1', 'panel'],
  webhooks: ['content-types', 'access', 'v1', 'panel'],
  access: ['content-types', 'webhooks', 'v1', 'panel'],
  'content-types': ['webhooks', 'access', 'v1', 'panel'],
  v1: ['webhooks', 'panel'],
  panel: ['webhooks', 'v1'],
};

const zones = [
  { target: `${PLUGIN}/domain`, from: `${PLUGIN}/server`, message: 'domain imports nothing of the server.' },
  { target: `${PLUGIN}/domain`, from: './node_modules/@strapi', message: 'domain knows no Strapi.' },
  ...Object.entries(HOUSE)
    .filter(([folder]) => folder !== 'domain')
    .map(([folder, forbidden]) => ({
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
    ],
  },
  {
    files: ['**/*.ts', '**/*.js'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: [`${PLUGIN}/tsconfig.json`] })],
    },
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tests/tsconfig.json', `${PLUGIN}/tsconfig.json`],
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
    files: ['scripts/**', 'bench/**', 'src/plugins/work-tracking/bin/**'],
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
