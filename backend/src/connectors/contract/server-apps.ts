/** An application of ours at one server. */
export type ServerApp = Readonly<{ id: string; secret: string }>;

/**
 * Our applications at servers that users name. `name` stands for one server and all that was requested of it. A different request
 * makes another application.
 */
export type ServerApps = Readonly<{
  find(name: string): Promise<ServerApp | null>;
  /** Returns the application in use. When several were made at once, it is the first that was stored. */
  keep(name: string, app: ServerApp): Promise<ServerApp>;
  /** The server no longer knows it. An application that has replaced it since stays. */
  forget(name: string, app: ServerApp): Promise<void>;
}>;
