import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './paths.mjs';

// `npm run prose` counts words and sentences in comments that readers had to read twice. `npm run prose -- FILE…` lists them.

/** A change may lower a limit, never raise it. The goal is 120 for each kind of word. */
const LIMITS = { indefinite: 6, tell: 2, long: 5 };
const NAMES = {
  indefinite: 'nobody, somebody, whoever, anybody',
  tell: 'tell, told',
  long: 'sentences over 25 words',
};
const WORDS_OF_A_SENTENCE = 25;
const PATTERNS = {
  indefinite: /\b(?:nobody|somebody|whoever|anybody)\b/giu,
  tell: /\b(?:tells?|telling|told)\b/giu,
};
/** Directives for tools are not prose. */
const DIRECTIVE = /^\s*(?:eslint-|@ts-|prettier-ignore|#region|#endregion|<reference)/u;

/** The texts of all comments of a source, each with its first line; consecutive line comments count as one. */
export function commentsOf(source, file) {
  const starts = ts.computeLineStarts(source);
  const lineAt = (position) => ts.computeLineOfPosition(starts, position) + 1;
  const comments = [];
  for (const { start, text } of trivia(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))) {
    const block = text.startsWith('/*');
    const words = block ? text.slice(2, -2).replace(/^\s*\*+ ?/gmu, '') : text.replace(/^\/\/+ ?/u, '');
    if (DIRECTIVE.test(words)) continue;
    const line = lineAt(start);
    const last = comments.at(-1);
    if (!block && last && !last.block && last.end === line - 1) {
      last.text += `\n${words}`;
      last.end = line;
    } else comments.push({ line, end: line + (block ? text.split('\n').length - 1 : 0), block, text: words });
  }
  return comments;
}

/** All comments before and after each token of a file. */
function* trivia(sourceFile) {
  const text = sourceFile.text;
  const seen = new Set();
  const found = [];
  const shown = [];
  const take = (ranges) => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      found.push({ start: pos, text: text.slice(pos, end) });
    }
  };
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) {
      shown.push(node);
      return;
    }
    const children = node.getChildren(sourceFile);
    if (children.length === 0) {
      take(ts.getLeadingCommentRanges(text, node.getFullStart()));
      take(ts.getTrailingCommentRanges(text, node.getEnd()));
    } else children.forEach(visit);
  };
  visit(sourceFile);
  // The scanner mistakes `//` in the text of an element for a comment.
  const isShown = ({ start }) => shown.some((text) => text.getFullStart() <= start && start < text.getEnd());
  yield* found.filter((comment) => !isShown(comment)).sort((a, b) => a.start - b.start);
}

/** The sentences of a comment. A list item and a tag such as `@throws` begin a new one. */
const sentencesOf = (text) =>
  text
    .replace(/`[^`]*`/gu, 'code')
    .replace(/https?:\/\/\S+/gu, 'address')
    .replace(/\b(?:e\.g|i\.e|etc|vs)\./gu, '')
    .split(/(?<=[.!?])\s+|\n\s*(?:[-*]|@\w+|\n)/u)
    .map((sentence) => sentence.replace(/\s+/gu, ' ').trim())
    .filter(Boolean);

const wordsOf = (sentence) => sentence.split(' ').filter((word) => /\p{L}/u.test(word)).length;

/** The words and sentences that count, as `{ kind, line, text }`. */
export function findingsIn(source, file) {
  return commentsOf(source, file).flatMap(({ line, text }) => [
    ...Object.entries(PATTERNS).flatMap(([kind, pattern]) =>
      [...text.matchAll(pattern)].map(([word]) => ({ kind, line, text: word })),
    ),
    ...sentencesOf(text)
      .filter((sentence) => wordsOf(sentence) > WORDS_OF_A_SENTENCE)
      .map((sentence) => ({ kind: 'long', line, text: sentence })),
  ]);
}

function main(files) {
  const chosen = files.length > 0;
  const all = chosen
    ? files
    : execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js'], {
        cwd: root,
        encoding: 'utf8',
      })
        .split('\n')
        .filter(Boolean);
  const counts = { indefinite: 0, tell: 0, long: 0 };
  for (const file of all)
    for (const { kind, line, text } of findingsIn(readFileSync(join(root, file), 'utf8'), file)) {
      counts[kind] += 1;
      if (chosen) console.log(`${file}:${line} ${NAMES[kind]}: ${text}`);
    }
  if (chosen) return;
  for (const [kind, limit] of Object.entries(LIMITS)) {
    const over = counts[kind] > limit;
    console.log(`${over ? 'too many' : 'ok'}: ${NAMES[kind]}: ${counts[kind]} (at most ${limit})`);
    if (over) process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
