import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

/** `where`: the file and the line. `text`: null if it depends on values that only a running process knows. */
export type WrittenStatement = Readonly<{ where: string; text: string | null }>;

const STATEMENT =
  /^\s*\(?(?:select\s|insert into\s|update\s+\S+\s+(?:\w+\s+)?set\s|delete from\s|with\s+\w+(?:\s*\([^)]*\))?\s+as\s)/iu;
const NO_SOURCES = /\.spec\.ts$|\/testing\/|\/embedded\/|\/cli\//u;

/** Each statement over rows in the sources, with its constants filled in. */
export async function writtenStatements(): Promise<readonly WrittenStatement[]> {
  const root = repositoryRoot();
  const files = globSync('backend/src/**/*.ts', { cwd: root }).filter((file) => !NO_SOURCES.test(file));
  const found = await Promise.all(files.sort().map((file) => new Source(root, file).statements()));
  return found.flat();
}

class NotConstant extends Error {}

/** One file. It evaluates the file's constants from their text, and imports constants of other modules. */
class Source {
  readonly #tree: ts.SourceFile;
  readonly #constants = new Map<string, ts.Expression>();
  readonly #imports = new Map<string, Readonly<{ from: string; name: string }>>();

  constructor(
    private readonly root: string,
    private readonly file: string,
  ) {
    this.#tree = ts.createSourceFile(
      file,
      readFileSync(join(root, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    for (const statement of this.#tree.statements) this.#declare(statement);
  }

  async statements(): Promise<readonly WrittenStatement[]> {
    const texts: ts.Expression[] = [];
    const visit = (node: ts.Node): void => {
      if ((ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) && STATEMENT.test(headOf(node)))
        texts.push(node);
      else ts.forEachChild(node, visit);
    };
    visit(this.#tree);
    return Promise.all(
      texts.map(async (node) => {
        const line = this.#tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        return { where: `${this.file}:${String(line)}`, text: await this.#textOf(node) };
      }),
    );
  }

  #declare(statement: ts.Statement): void {
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) this.#constants.set(name.text, initializer);
    } else if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = statement.moduleSpecifier.text;
      const named = statement.importClause?.namedBindings;
      if (!named || !ts.isNamedImports(named)) return;
      for (const { name, propertyName } of named.elements)
        this.#imports.set(name.text, { from, name: (propertyName ?? name).text });
    }
  }

  async #textOf(node: ts.Expression): Promise<string | null> {
    try {
      return String(await this.#valueOf(node));
    } catch (error) {
      if (error instanceof NotConstant) return null;
      throw error;
    }
  }

  async #valueOf(node: ts.Expression): Promise<unknown> {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = await Promise.all(node.templateSpans.map(({ expression }) => this.#valueOf(expression)));
      return (
        node.head.text +
        node.templateSpans.map(({ literal }, at) => String(parts[at]) + literal.text).join('')
      );
    }
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return this.#valueOf(node.expression);
    if (ts.isIdentifier(node)) return this.#valueOfName(node.text);
    if (ts.isArrayLiteralExpression(node))
      return Promise.all(node.elements.map((each) => this.#valueOf(each)));
    if (ts.isPropertyAccessExpression(node))
      return memberOf(await this.#valueOf(node.expression), node.name.text);
    if (ts.isCallExpression(node)) return this.#resultOf(node);
    throw new NotConstant();
  }

  async #resultOf({ expression, arguments: given }: ts.CallExpression): Promise<unknown> {
    const values = await Promise.all(given.map((each) => this.#valueOf(each)));
    if (ts.isPropertyAccessExpression(expression)) {
      const owner = await this.#valueOf(expression.expression);
      return apply(memberOf(owner, expression.name.text), owner, values);
    }
    return apply(await this.#valueOf(expression), undefined, values);
  }

  async #valueOfName(name: string): Promise<unknown> {
    const constant = this.#constants.get(name);
    if (constant) return this.#valueOf(constant);
    const imported = this.#imports.get(name);
    if (!imported) throw new NotConstant();
    const { from } = imported;
    const path = from.startsWith('.') ? join(this.root, dirname(this.file), from) : from;
    return memberOf(await import(path), imported.name);
  }
}

/** The beginning of a text. `x` stands for the first inserted value. */
const headOf = (node: ts.TemplateExpression | ts.StringLiteralLike): string =>
  ts.isTemplateExpression(node)
    ? `${node.head.text}x${node.templateSpans[0]?.literal.text ?? ''}`
    : node.text;

function memberOf(value: unknown, name: string): unknown {
  const found = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (found === undefined) throw new NotConstant();
  return found;
}

function apply(method: unknown, owner: unknown, values: readonly unknown[]): unknown {
  if (typeof method !== 'function') throw new NotConstant();
  return Reflect.apply(method, owner, [...values]) as unknown;
}
