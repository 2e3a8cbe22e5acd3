import query from '@tanstack/eslint-plugin-query';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// ESLint has the rules of TanStack Query, some of which ask for types. All others are in oxlint.config.ts.
export default defineConfig(
  { ignores: ['**/dist/**', '**/*.gen.ts', '**/*.{mjs,cjs}'] },
  {
    files: ['frontend/**/*.{ts,tsx}'],
    extends: [query.configs['flat/recommended']],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
    // ESLint has to know the names of rules in comments for oxlint.
    plugins: {
      '@typescript-eslint': tseslint.plugin,
      'react-hooks': { rules: { 'exhaustive-deps': { create: () => ({}) } } },
    },
    // oxlint reports each comment that disables no rule of its own.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
);
