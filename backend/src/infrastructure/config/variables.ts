import { OneLineError } from './one-line-error.ts';

/** Reads variables one by one and collects all errors, so that an operator can correct all of them together. */
export class Variables {
  readonly #problems: string[] = [];
  readonly #operatorHosts: { host: string; port: number }[] = [];
  readonly #defaults = new Map<string, string | null>();
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** The names of all variables that were read, with their defaults in the operator’s notation; null: no default. */
  get defaults(): ReadonlyMap<string, string | null> {
    return this.#defaults;
  }

  /** An empty variable counts as absent: `PORT= npm start`. */
  optionalText(name: string): string | null {
    return this.#value(name, null);
  }

  text(name: string, otherwise: string): string {
    return this.#value(name, otherwise) ?? otherwise;
  }

  port(name: string, otherwise: number): number {
    return this.#port(name, otherwise) ?? otherwise;
  }

  optionalPort(name: string): number | null {
    return this.#port(name, null);
  }

  count(name: string, otherwise: number): number {
    return this.#number(name, otherwise) ?? otherwise;
  }

  /** An amount of money, with a decimal point and at most the currency’s number of decimals. */
  amount(name: string, otherwise: number): number {
    const value = this.#value(name, otherwise);
    if (value === null) return otherwise;
    if (/^\d{1,6}(?:\.\d{1,2})?$/.test(value)) return Number(value);
    this.refuse(name, `is "${value}": use an amount as in 2.50`);
    return otherwise;
  }

  /** A day as in 2026-11-30. */
  day(name: string): string | null {
    const value = this.optionalText(name);
    if (value === null) return null;
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
    if (isDay && new Date(value).toISOString().startsWith(value)) return value;
    this.refuse(name, `is "${value}": use a day as in 2026-11-30`);
    return null;
  }

  /** A duration in whole days, at most a hundred years, so that dates can be calculated. */
  days(name: string): number | null {
    const value = this.optionalText(name);
    if (value === null) return null;
    const days = /^\d{1,5}$/.test(value) ? Number(value) : 0;
    if (days >= 1 && days <= 36_500) return days;
    this.refuse(name, `is "${value}": use whole days, from 1 to 36500`);
    return null;
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice {
    const value = this.#value(name, otherwise)?.toLowerCase();
    if (value === undefined) return otherwise;
    const chosen = choices.find((choice) => choice === value);
    if (!chosen) this.refuse(name, `is "${value}": use ${choices.join(' or ')}`);
    return chosen ?? otherwise;
  }

  words(name: string): string[] {
    return wordsOf(this.optionalText(name));
  }

  list<Choice extends string>(
    name: string,
    choices: readonly Choice[],
    otherwise: readonly Choice[],
  ): readonly Choice[] {
    const words = wordsOf(this.#value(name, otherwise.join(',')));
    const unknown = words.filter((word) => !choices.some((choice) => choice === word));
    if (unknown.length > 0) this.refuse(name, `has "${unknown.join(', ')}": use any of ${choices.join(',')}`);
    return words.length === 0 ? otherwise : choices.filter((choice) => words.includes(choice));
  }

  /** Returns the URL without a trailing slash. */
  url(name: string, protocols: readonly string[], otherwise: string): string {
    return (this.#url(name, protocols, otherwise) ?? otherwise).replace(/\/+$/, '');
  }

  optionalUrl(name: string, protocols: readonly string[]): string | null {
    return this.#url(name, protocols, null);
  }

  #url(name: string, protocols: readonly string[], otherwise: string | null): string | null {
    const value = this.#value(name, otherwise);
    if (value === null) return null;
    const hasAllowedScheme = protocols.some((protocol) => value.startsWith(`${protocol}//`));
    // The standard parser does not accept a cluster URL with several hosts.
    if (hasAllowedScheme && (value.startsWith('esdb') || URL.canParse(value))) return value;
    const schemes = protocols.map((protocol) => `${protocol}//…`).join(' or ');
    this.refuse(name, `is not a usable URL: write ${schemes}`);
    return null;
  }

  /**
   * The URL of a platform or a sign-in provider that the operator chose. Plain http and ports of this machine are allowed here. They
   * are not allowed for URLs that a user can influence: see `operatorHosts`.
   */
  operatorUrl(name: string): string | null {
    const value = this.optionalUrl(name, ['http:', 'https:']);
    if (value === null || !URL.canParse(value)) return null;
    const { hostname, port, protocol } = new URL(value);
    const host = hostname.replace(/^\[|\]$/g, '');
    this.#operatorHosts.push({ host, port: Number(port) || (protocol === 'http:' ? 80 : 443) });
    return value;
  }

  /** Hosts of all URLs that `operatorUrl` has read. */
  get operatorHosts(): readonly Readonly<{ host: string; port: number }>[] {
    return this.#operatorHosts;
  }

  hosts(name: string): { host: string; port: number }[] {
    return this.words(name).flatMap((word) => {
      const match = /^(?<host>[^\s/]+):(?<port>\d{1,5})$/.exec(word);
      const port = Number(match?.groups?.['port']);
      const host = match?.groups?.['host']?.replace(/^\[|\]$/g, '').toLowerCase();
      if (host && port > 0 && port < 65_536) return [{ host, port }];
      this.refuse(name, `has "${word}": write host:port, as in localhost:8080`);
      return [];
    });
  }

  refuse(name: string, problem: string): void {
    this.#problems.push(`${name} ${problem}.`);
  }

  /** @throws OneLineError when any variable was invalid */
  done(): void {
    if (this.#problems.length > 0) throw new OneLineError(this.#problems.join('\n'));
  }

  #value(name: string, otherwise: string | number | null): string | null {
    this.#defaults.set(name, otherwise === null ? null : String(otherwise));
    return this.#env[name]?.trim() || null;
  }

  #port(name: string, otherwise: number | null): number | null {
    const value = this.#number(name, otherwise);
    if (value === null) return null;
    if (value >= 1 && value <= 65_535) return value;
    this.refuse(name, 'is not a port number: use a number from 1 to 65535');
    return null;
  }

  #number(name: string, otherwise: number | null): number | null {
    const value = this.#value(name, otherwise);
    if (value === null) return null;
    if (/^\d{1,9}$/.test(value)) return Number(value);
    this.refuse(name, `is "${value}": use a number`);
    return null;
  }
}

const wordsOf = (value: string | null): string[] =>
  (value ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
