import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { CommandBus, type Command } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { AccountIntake } from '../features/connect-account/account-intake.ts';
import { IntegrationsModule } from '../integrations.module.ts';
import type { Callback, Grant, OAuthConnection } from '#connectors/contract/oauth-connection.ts';
import { PINTEREST } from '#connectors/pinterest/limits.ts';
import { Connectors } from '#connectors/connectors.ts';
import type { PlatformDescriptor } from '#connectors/contract/platform-descriptor.ts';
import type { RemoteAccount, Connector } from '#connectors/contract/connector.ts';
import { TokenRenewals } from '../effects/renew-tokens/token-renewals.ts';
import { Credentials } from '../stores/credentials/credentials.ts';
import { PlansDouble } from './plans-double.ts';

const never = () => Promise.reject(new Error('not part of this script'));

/** The behaviour of a platform, which a spec determines. */
export class Script {
  constructor(private readonly platform: Platform = 'pinterest') {}

  descriptor: PlatformDescriptor = PINTEREST;
  refresh: ((credentials: JsonObject) => Promise<JsonObject>) | undefined = undefined;
  redeem: (callback: Callback) => Promise<Grant> = never;
  prepare: Connector['prepare'] = never;
  call: Connector['call'] = never;
  lookUp: Connector['lookUp'] = never;
  deletePost: NonNullable<Connector['deletePost']> = never;
  readLimits: Connector['readLimits'] = () => Promise.resolve(null);
  subscriptions: Connector['subscriptions'];
  endsOneLoginOnly = false;
  /** True: the platform can revoke credentials. */
  canRevoke = true;
  /** True: the platform does not respond to a revocation. */
  isUnreachable = false;
  readonly revoked: JsonObject[] = [];

  get connector(): Connector {
    const { platform, revoked, refresh, subscriptions } = this;
    const descriptor = () => this.descriptor;
    return {
      platform,
      get descriptor() {
        return descriptor();
      },
      repeatRule: 'never',
      ...(subscriptions && { subscriptions }),
      ...(refresh && { refresh: (credentials: JsonObject) => refresh(credentials) }),
      ...(this.endsOneLoginOnly && { endsOneLoginOnly: true }),
      disconnect: (credentials) => {
        if (this.isUnreachable) return Promise.reject(new Error('nobody answers'));
        if (this.canRevoke) revoked.push(credentials);
        return Promise.resolve(this.canRevoke);
      },
      readLimits: (...args) => this.readLimits(...args),
      prepare: (...args) => this.prepare(...args),
      call: (...args) => this.call(...args),
      lookUp: (...args) => this.lookUp(...args),
      deletePost: (...args) => this.deletePost(...args),
    };
  }

  readonly connection: OAuthConnection = {
    name: 'pinterest',
    platforms: ['pinterest'],
    configured: true,
    authorizeUrl: ({ state, challenge, redirectUri }) =>
      `https://platform.example/oauth?${new URLSearchParams({ state, challenge, redirectUri }).toString()}`,
    redeem: (callback) => this.redeem(callback),
  };
}

/** Builds the connector again at each call, because a spec may change the script. */
class ScriptedConnectors extends Connectors {
  readonly #scripts: Readonly<Partial<Record<Platform, Script>>>;
  constructor(script: Script, other: Script) {
    super([script.connector, other.connector], [script.connection]);
    this.#scripts = { pinterest: script, tiktok: other };
  }
  override find(platform: Platform): Connector | undefined {
    return this.#scripts[platform]?.connector;
  }
}

/** The module Integrations with scripted platforms, for specs about accounts. */
export class ScriptedAccounts {
  private constructor(
    readonly booted: Booted,
    readonly store: InMemoryEventStore,
    readonly script: Script,
    /** The script of another platform. */
    readonly tiktok: Script,
  ) {}

  /** `env`: the operator's variables. */
  static async start(now: Date, env: Readonly<Record<string, string>> = {}): Promise<ScriptedAccounts> {
    const store = new InMemoryEventStore();
    const scripts = [new Script(), new Script('tiktok')] as const;
    return ScriptedAccounts.#on({ store, now, env, database: true }, store, scripts);
  }

  /** Starts another process of the same product. */
  secondProcess(): Promise<ScriptedAccounts> {
    const { store, script, tiktok, booted } = this;
    const options = { store, now: booted.clock.now(), sharing: booted.database };
    return ScriptedAccounts.#on(options, store, [script, tiktok]);
  }

  static async #on(
    options: NonNullable<Parameters<typeof boot>[1]>,
    store: InMemoryEventStore,
    scripts: readonly [Script, Script],
  ): Promise<ScriptedAccounts> {
    const bindings = [{ provide: Connectors, useValue: new ScriptedConnectors(...scripts) }];
    const booted = await boot([IntegrationsModule, PlansDouble], { ...options, bindings });
    return new ScriptedAccounts(booted, store, ...scripts);
  }

  close(): Promise<void> {
    return this.booted.close();
  }

  get pool(): Pool {
    return this.booted.app.get(Pool);
  }
  get intake(): AccountIntake {
    return this.booted.app.get(AccountIntake);
  }
  get credentials(): Credentials {
    return this.booted.app.get(Credentials);
  }

  execute<Result>(command: Command<Result>): Promise<Result> {
    return this.caused(() => this.booted.app.get(CommandBus).execute(command));
  }

  readonly caused = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const cause = {
      actor: { kind: 'system', id: 'spec' },
      correlationId: 'spec',
      causationId: 'spec',
    } as const;
    return this.booted.app.get(CauseContext).run(cause, work);
  };

  /** Connects the account `remoteId` as if its platform had just confirmed it. */
  async connected(
    ownerId: string,
    remoteId: string,
    credentials: JsonObject,
    platform: Platform = 'pinterest',
  ): Promise<number> {
    const remote = { ...remoteAccount(remoteId, credentials), platform };
    const { account } = await this.caused(() => this.intake.takeOrRenew(ownerId, remote));
    return account.id;
  }

  /** Renews due tokens, as a worker does at each tick. */
  renew(): Promise<void> {
    return this.booted.app.get(TokenRenewals).round();
  }

  /** Makes these accounts due for renewal. */
  async due(...accountIds: readonly number[]): Promise<void> {
    await this.pool.query('update integrations.credential set renew_at = now() where account_id = any($1)', [
      accountIds,
    ]);
  }

  async renewAt(accountId: number): Promise<Date | null> {
    const { rows } = await this.pool.query<{ renew_at: Date | null }>(
      'select renew_at from integrations.credential where account_id = $1',
      [accountId],
    );
    return rows[0]?.renew_at ?? null;
  }

  eventTypesOf(accountId: number): string[] {
    return this.store.historyOf(`account-${String(accountId)}`).map(({ type }) => type);
  }

  renewalsOf(accountId: number): string[] {
    return this.store.historyOf(`renewal-${String(accountId)}`).map(({ type }) => type);
  }
}

export const remoteAccount = (remoteId: string, credentials: JsonObject): RemoteAccount => ({
  platform: 'pinterest',
  remoteId,
  accountName: `@${remoteId}`,
  displayName: null,
  server: null,
  limits: PINTEREST.limits,
  credentials,
});
