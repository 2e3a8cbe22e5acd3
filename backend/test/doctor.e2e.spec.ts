import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { stopLeftover } from '#infrastructure/database/embedded/embedded-postgres.ts';
import { Creator } from './creator.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { StripeControl } from './stripe-control.ts';

const DOCTOR = 'backend/src/cli/doctor.ts';
const SECRET = 'canary-app-secret-81c2';

/** A token endpoint with a fixed response for each path. */
class TokenEndpoint {
  readonly #server: Server;
  replies: Readonly<Record<string, Readonly<{ status: number; body: object }>>> = {};
  /** The paths of the requests. */
  paths: string[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      this.paths.push(path);
      const { status, body } = this.replies[path] ?? { status: 404, body: {} };
      request.resume().once('end', () => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('on a server with its own client credentials', () => {
  const endpoint = new TokenEndpoint();
  let dataDir: string;
  let url: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'posthorn-doctor-'));
    url = await endpoint.start();
  });
  afterAll(async () => {
    endpoint.close();
    await stopLeftover(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  const runDoctor = (env: Record<string, string> = {}) =>
    run(DOCTOR, {
      env: {
        DATA_DIR: dataDir,
        SANDBOX: 'off',
        PUBLIC_URL: 'https://posts.example',
        X_CLIENT_ID: 'our-app',
        X_CLIENT_SECRET: SECRET,
        X_TOKEN_URL: `${url}/twitter`,
        ...env,
      },
    });
  const oauthError = (error: string, description: string, status = 400) => ({
    status,
    body: { error, error_description: description },
  });

  it('reports what the platforms say about the keys, all in one run', async () => {
    endpoint.replies = {
      '/twitter': oauthError('invalid_grant', 'The code is unknown'),
      '/youtube': oauthError('invalid_client', 'Client authentication failed', 401),
      '/linkedin': oauthError('redirect_uri_mismatch', 'Bad Request'),
      '/pinterest': { status: 502, body: {} },
    };
    endpoint.paths = [];
    const { said, code } = await runDoctor({
      X_TOKEN_URL: `${url}/twitter`,
      YOUTUBE_CLIENT_ID: 'our-app',
      YOUTUBE_CLIENT_SECRET: SECRET,
      YOUTUBE_TOKEN_URL: `${url}/youtube`,
      LINKEDIN_CLIENT_ID: 'our-app',
      LINKEDIN_CLIENT_SECRET: SECRET,
      LINKEDIN_TOKEN_URL: `${url}/linkedin`,
      PINTEREST_APP_ID: 'our-app',
      PINTEREST_APP_SECRET: SECRET,
      PINTEREST_TOKEN_URL: `${url}/pinterest`,
    });
    for (const line of [
      'ok       twitter: The platform knows these keys.',
      'FIX      youtube: The platform refuses these keys. It said: invalid_client Client authentication failed',
      'FIX      linkedin: The redirect address is not registered with the platform: redirect_uri_mismatch Bad Request',
      'unclear  pinterest: The platform said:',
      'Redirect address to register: https://posts.example/api/auth/twitter/callback',
      'ok       Public address: https://posts.example',
      'note     X_DAILY_BUDGET_USD: Not set, so comments on X are not read.',
      'note     Model: Not configured: set OPENAI_API_KEY and OPENAI_MODEL',
      'note     facebook: Not configured: set FACEBOOK_APP_ID and FACEBOOK_APP_SECRET',
    ])
      expect(said).toContain(line);
    expect(said).toMatch(/Permissions the app needs: .*tweet\.write/);
    expect(said).not.toContain(SECRET);
    expect(said).not.toContain('Landing page');
    expect([said.split('\n').at(-1), code]).toEqual(['2 to fix.', 1]);
    expect(endpoint.paths.sort()).toEqual(Object.keys(endpoint.replies).sort());
  });
  it('reports a token URL that it cannot reach, and a public URL that platforms cannot reach', async () => {
    const result = await runDoctor({
      X_TOKEN_URL: 'http://127.0.0.1:9/token',
      PUBLIC_URL: 'http://posts.example',
    });
    expect(result.said).toMatch(/FIX {6}twitter: The token address cannot be reached: 127\.0\.0\.1:9/);
    expect(result.said).toMatch(/FIX {6}Public address: http:\/\/posts\.example: .* Set PUBLIC_URL/);
    expect(result.said.endsWith('2 to fix.')).toBe(true);
    expect(result.code).toBe(1);
  });
  it('reports invented examples on the landing page of a public server, and checks the mail server without its user name and password', async () => {
    const result = await runDoctor({
      PUBLIC_URL: 'https://posts.example.net',
      SMTP_URL: 'smtp://canary-user:canary-password@127.0.0.1:9',
    });
    expect(result.said).toContain(
      'FIX      Landing page: posts.example.net shows invented examples (50K+ creators',
    );
    expect(result.said).toContain(
      'FIX      SMTP_URL: the mail server cannot be reached: nothing listens there.',
    );
    expect(result.said).not.toContain('canary');
    expect(result.code).toBe(1);
  });
  it('reports in one line why it cannot check anything', async () => {
    const result = await runDoctor({ X_CLIENT_SECRET: '' });
    expect(result).toEqual({
      code: 1,
      said: 'X_CLIENT_SECRET is missing, but X_CLIENT_ID is set: set both or none.',
    });
  });
});

describe('next to a running product', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ embedded: true, env: { COMPLIMENTARY_PREMIUM: 'ana@doctor.example' } });
  });
  afterAll(() => product.close());

  const runDoctor = (env: Record<string, string> = {}) =>
    run(DOCTOR, {
      env: {
        ...product.commandEnv,
        SANDBOX: 'on',
        PORT: new URL(product.url).port,
        SANDBOX_PORT: new URL(product.sandboxUrl).port,
        PUBLIC_URL: product.url,
        ...env,
      },
    });

  it('finds nothing to fix with the sandbox and its Stripe, and lists accounts that granted too few permissions', async () => {
    const ana = await Creator.signedIn(product, 'ana@doctor.example');
    const accounts = await ana.connect('/api/connect/linkedin');
    expect(accounts.length).toBeGreaterThan(0);
    const { said, code } = await runDoctor();
    expect(said).toMatch(/ok {7}twitter \(sandbox\): The platform knows these keys\./);
    expect(said).not.toContain('did not grant');
    expect(said).toContain('note     linkedin: Comments of 1 account cannot be read: LinkedIn lets apps');
    expect(said).toMatch(/ok {7}linkedin: Comments of \d accounts? can be read\./u);
    expect(said).toContain('ok       Model: openai.sandbox.test has sandbox.');
    expect(said).not.toContain('X_DAILY_BUDGET_USD');
    for (const line of [
      'ok       Stripe (sandbox): accepts the test key.',
      'ok       STRIPE_PUBLISHABLE_KEY: Stripe accepts it.',
      'ok       prices at Stripe: all 4 are there.',
      'note     webhook of Stripe: registered; nothing was delivered',
      'ok       customer portal: cancelling is on, changes of the plan are off.',
    ])
      expect(said).toContain(line);
    expect([said.split('\n').at(-1), code]).toEqual(['Nothing to fix.', 0]);
    const withNewScope = await runDoctor({
      LINKEDIN_SCOPES: 'r_basicprofile w_member_social r_new_permission',
    });
    for (const { id } of accounts)
      expect(withNewScope.said).toContain(
        `note     Account ${String(id)} (linkedin): Its owner did not grant: r_new_permission`,
      );
    expect(withNewScope.said).toContain(
      'note     linkedin: LINKEDIN_SCOPES asks for r_new_permission, which the product does not use',
    );
    expect(withNewScope.code).toBe(0);
  });

  it('describes each problem at Stripe', async () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_own',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_own',
      STRIPE_WEBHOOK_SECRET: 'whsec_own',
      STRIPE_API_URL: 'https://stripe.sandbox.test',
    };
    const refused = await runDoctor({ ...keys, STRIPE_SECRET_KEY: 'sk_test_bad_canary' });
    expect(refused.said).toContain('FIX      STRIPE_SECRET_KEY: Stripe refuses it');
    expect([refused.code, refused.said.includes('canary')]).toEqual([1, false]);
    const stripe = new StripeControl(product.sandboxUrl);
    await stripe.asOperator('/v1/prices/price_premium_2900', { active: 'false' });
    const cancel = 'features[subscription_cancel][enabled]';
    await stripe.asOperator('/v1/billing_portal/configurations/bpc_premium', { [cancel]: 'false' });
    const misconfigured = await runDoctor({
      ...keys,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_bad_canary',
      PUBLIC_URL: 'https://elsewhere.example',
    });
    for (const line of [
      'FIX      STRIPE_PUBLISHABLE_KEY: Stripe refuses it, so the payment form cannot open.',
      'FIX      prices at Stripe: there is no price with the lookup key premium_2900_usd_month.',
      'FIX      webhook of Stripe: no endpoint is registered for https://elsewhere.example/api/stripe/webhook',
      'FIX      customer portal: customers cannot cancel in it. Switch this on.',
    ])
      expect(misconfigured.said).toContain(line);
    expect([misconfigured.code, misconfigured.said.includes('canary')]).toEqual([1, false]);
    await stripe.asOperator('/v1/prices/price_premium_2900', { active: 'true' });
    await stripe.asOperator('/v1/billing_portal/configurations/bpc_premium', { [cancel]: 'true' });
  });

  it('reports a DATABASE_URL whose role is a superuser, and accepts a role with few rights', async () => {
    const url = await product.databaseUrl();
    const serverUrl = await product.serverUrl();
    const { said, code } = await runDoctor({ DATABASE_URL: serverUrl });
    expect(said).toContain('note     DATABASE_URL: the role posthorn_server is a superuser. ');
    expect(said).not.toContain(new URL(serverUrl).password);
    expect(code).toBe(0);
    // The product's own role on the embedded server has few rights.
    const withOwnRole = await runDoctor({ DATABASE_URL: url });
    expect(withOwnRole.said).not.toContain('superuser');
    expect(withOwnRole.code).toBe(0);
    const server = new Client({ connectionString: serverUrl });
    await server.connect();
    await server.query(`create role plain login password 'plain'`);
    await server.query('create database plain owner plain');
    await server.end();
    // In an empty database, such a role creates everything that it needs.
    const plainUrl = Object.assign(new URL(url), {
      username: 'plain',
      password: 'plain',
      pathname: '/plain',
    });
    const result = await runDoctor({ DATABASE_URL: plainUrl.toString(), EVENTSTORE_URL: '' });
    expect(result.said).not.toContain('superuser');
    expect(result).toMatchObject({ code: 0, said: expect.stringMatching(/Nothing to fix\.$/u) });
  });
});

describe('with an EventStoreDB', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ log: 'eventstoredb' });
  });
  afterAll(() => product.close());

  it('reports the EventStoreDB server, and that it writes statistics into the log', async () => {
    const double = product.eventStore?.double;
    double?.log.writeSystemEvents(3);
    const { said } = await run(DOCTOR, {
      env: { ...product.commandEnv, PUBLIC_URL: product.url },
    });
    expect(said).toContain('EVENTSTORE_URL: The server is a ');
    if (double)
      expect(said).toMatch(
        /note {5}EVENTSTORE_URL: The server writes its statistics into the log. Set EVENTSTORE_WRITE/,
      );
    expect(said).not.toMatch(/FIX {6}EVENTSTORE_URL/);
  });
});
