import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

// A connection identifies a prepared statement by its name alone. pg refuses a second text with the same name
// ("Prepared statements must be unique"), and the product responds to that request with 500.

type Statement = Readonly<{
  where: string;
  /** `*` stands for parts that are known only at run time. */
  name: string;
  /** Expressions in the text that are not constant and that the name does not contain. */
  unnamed: readonly string[];
}>;

const CONSTANT = /^[A-Z][A-Z\d_]*$/u;

/** Returns the prepared statements of a file: object literals with a name and a text. */
function statementsIn(file: string, source: string): readonly Statement[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Statement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [name, text] = [valueOf(node, 'name'), valueOf(node, 'text')];
      if (name && text) {
        const computed = partsOf(name).map((part) => part.getText());
        // A variable text is allowed only if the name is computed, too.
        const parts = ts.isTemplateExpression(text) || computed.length > 0 ? partsOf(text) : [text];
        const unnamed = parts.filter((part) => !isConstant(part) && !computed.includes(part.getText()));
        const line = tree.getLineAndCharacterOfPosition(name.getStart()).line + 1;
        const where = `${file}:${String(line)}`;
        found.push({ where, name: patternOf(name), unnamed: unnamed.map((part) => part.getText()) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function valueOf(object: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
  const property = object.properties.find(({ name }) => name && ts.isIdentifier(name) && name.text === key);
  if (property && ts.isPropertyAssignment(property)) return property.initializer;
  return property && ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

const partsOf = (text: ts.Expression): readonly ts.Expression[] =>
  ts.isTemplateExpression(text) ? text.templateSpans.map(({ expression }) => expression) : [];

const patternOf = (name: ts.Expression): string => {
  if (ts.isStringLiteralLike(name)) return name.text;
  if (!ts.isTemplateExpression(name)) return '*';
  return name.head.text + name.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
};

/** Whether an expression has the same value in each call: a constant, a literal, or a function of constants. */
function isConstant(part: ts.Expression): boolean {
  if (ts.isCallExpression(part)) return part.arguments.every(isConstant);
  if (ts.isTemplateExpression(part)) return partsOf(part).every(isConstant);
  if (ts.isPropertyAccessExpression(part)) return isConstant(part.expression);
  return ts.isLiteralExpression(part) || (ts.isIdentifier(part) && CONSTANT.test(part.text));
}

/** Whether both patterns can give the same name at run time. */
const canMatch = (one: string, other: string): boolean => matches(one, other) || matches(other, one);
const matches = (pattern: string, name: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[^\w*-]/gu, String.raw`\$&`).replaceAll('*', '.+')}$`, 'u').test(name);

function duplicateNames(statements: readonly Statement[]): readonly string[] {
  return statements.flatMap((one, at) =>
    statements
      .slice(at + 1)
      .filter((other) => canMatch(one.name, other.name))
      .map((other) => `${one.name} (${one.where}) and ${other.name} (${other.where})`),
  );
}

const SOURCES = globSync('{backend,libs/*}/src/**/*.ts', { cwd: repositoryRoot() })
  .filter((file) => !file.endsWith('.spec.ts'))
  .map((file) => ({ file, source: readFileSync(join(repositoryRoot(), file), 'utf8') }));
const STATEMENTS = SOURCES.flatMap(({ file, source }) => statementsIn(file, source));

it('gives each prepared statement of the product a unique name', () => {
  expect(STATEMENTS.length).toBeGreaterThan(30);
  expect(duplicateNames(STATEMENTS)).toEqual([]);
});

it('finds no statement whose text can differ under the same name', () => {
  expect(STATEMENTS.filter(({ unnamed }) => unnamed.length > 0)).toEqual([]);
});

it('gives each kind of work a unique name, which is part of the names of its statements', () => {
  const definition = /(?:= define(?:Effect|EffectLoop|LeasedWork|Mails)\(\{|extends WorkTable<)/u;
  const kinds = SOURCES.filter(
    ({ file, source }) => definition.test(source) && !file.includes('/infrastructure/effects/'),
  ).map(
    ({ source }) => /^\s+(?:name|kind): '([a-z-]+)',$/mu.exec(source.slice(source.search(definition)))?.[1],
  );
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds).not.toContain(undefined);
  expect(new Set(kinds).size).toBe(kinds.length);
});

it.each([
  ['one name twice', `q({ name: 'a', text: 'select 1' }); q({ text, name: 'a' });`, 1],
  ['a name that a pattern may produce', 'q({ name: `${kind}-a`, text }); q({ name: "b-a", text });', 1],
  ['a name that is not a constant', `q({ name, text }); q({ name: 'a', text });`, 1],
  ['nothing in two different names', `q({ name: 'a', text }); q({ name: 'b', text }); f({ name: 'a' });`, 0],
])('finds %s', (_what, source, count) => {
  expect(duplicateNames(statementsIn('a.ts', source))).toHaveLength(count);
});

it('finds a text that can differ under the same name', () => {
  const source =
    'q({ name: `a-${by}`, text: `select ${COLUMNS}, ${iso("x")} ${by} ${table}` }); q({ name: "b", text: this.text });';
  expect(statementsIn('a.ts', source)).toMatchObject([{ unnamed: ['table'] }, { unnamed: ['this.text'] }]);
});
