import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import changesToOthers from './scripts/lint/changes-to-others.js';

const PLUGIN = './src/plugins/work-tracking';
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
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/order': [
        'error',
        {
          groups: ['builtin', 'external', ['parent', 'sibling', 'index']],
          'newlines-between': 'never',
          alphabetize: { order: 'asc', orderImportKind: 'ignore', caseInsensitive: true },
        },
      ],
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
    // What is used of the internals of Strapi and knex is used in host/, which tries it at the start.
    files: ['src/plugins/work-tracking/server/**'],
    ignores: ['src/plugins/work-tracking/server/src/host/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'MemberExpression[property.name=/^(getKnexQuery|processState|entityManager|acquireRawConnection|destroyRawConnection)$/]',
          "MemberExpression[object.name='db'][property.name='migrations']",
          "MemberExpression[object.property.name='db'][property.name=/^(migrations|schema)$/]",
          'MemberExpression[property.name=/^(joinColumn|joinTable|inverseJoinColumn|listRoutes|onerror)$/]',
          'ObjectPattern > Property[key.name=/^(joinColumn|joinTable|inverseJoinColumn)$/]',
          "MemberExpression[object.property.name='cron'][property.name='jobs']",
          "CallExpression[callee.property.name='get'][arguments.0.value=/^(auth|controllers|content-types|entityValidator|query-params)$/]",
          "CallExpression[callee.property.name='service'][arguments.0.value=/^admin::/]",
          "CallExpression[callee.property.name='plugin'][arguments.0.value='content-manager']",
          "CallExpression[callee.object.name='strapi'][callee.property.name='hook']",
          "Literal[value='admin::api-token-content-api']",
        ].map((selector) => ({ selector, message: 'Only host/ touches this part of Strapi or of knex.' })),
      ],
    },
  },
  {
    files: ['src/plugins/work-tracking/server/**'],
    ignores: ['src/plugins/work-tracking/server/src/host/strapi-utils.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@strapi/utils',
          message: "An application may have two copies: take what Strapi's core has, from host/strapi-utils.",
        },
      ],
    },
  },
  {
    // What was not made here is changed in host/, in the server as in the panel.
    files: ['src/plugins/work-tracking/{server,admin}/**'],
    ignores: ['src/plugins/work-tracking/{server,admin}/src/host/**'],
    plugins: { 'work-tracking': { rules: { 'changes-to-others': changesToOthers } } },
    rules: { 'work-tracking/changes-to-others': 'error' },
  },
  {
    // It tells in the browser's console what does not fit.
    files: ['src/plugins/work-tracking/admin/src/host/in-force.ts'],
    rules: { 'no-console': ['error', { allow: ['warn'] }] },
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
