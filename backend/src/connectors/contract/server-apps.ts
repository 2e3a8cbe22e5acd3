/** An application of ours as one server knows it. */
export type ServerApp = Readonly<{ id: string; secret: string }>;

/**
 * Our applications at servers that users name. `name` stands for one server and all that was asked of it, so that what is
 * asked anew is another application.
 */
export type ServerApps = Readonly<{
  find(name: string): Promise<ServerApp | null>;
  /** Answers the one that is used: of several that were made at once, the first that was kept. */
  keep(name: string, app: ServerApp): Promise<ServerApp>;
  /** The server does not know it any more. One that has taken its place since stays. */
  forget(name: string, app: ServerApp): Promise<void>;
}>;
