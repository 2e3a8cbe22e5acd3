import { DoubleLog } from './double-log.ts';
import { WireDouble } from './wire-double.ts';

/**
 * Several test doubles that share one log. One of them is the leader. The others refuse appends and return the address of the leader.
 * Gossip lists all of them.
 */
export class WireCluster {
  readonly nodes: readonly WireDouble[];
  readonly log: DoubleLog;
  #leader: WireDouble;

  /** @param nodes started, with the same log */
  private constructor(nodes: readonly [WireDouble, ...WireDouble[]]) {
    this.nodes = nodes;
    this.#leader = nodes[0];
    this.log = nodes[0].log;
    this.elect(nodes[0]);
  }

  /** Starts a cluster of two nodes. */
  static async start(log = new DoubleLog()): Promise<WireCluster> {
    return new WireCluster([await new WireDouble(log).start(), await new WireDouble(log).start()]);
  }

  get leader(): WireDouble {
    return this.#leader;
  }

  get url(): string {
    return `esdb://${this.nodes.map(({ port }) => hostOf(port)).join()}?tls=false`;
  }

  /** Elects a new leader. By default, this is a node that does not lead now. */
  elect(leader = this.nodes.find((node) => node !== this.#leader)): void {
    if (!leader) throw new Error('There is no other node to elect');
    this.#leader = leader;
    const members = this.nodes.map(({ port }) => ({ host: '127.0.0.1', port, leader: port === leader.port }));
    for (const node of this.nodes) {
      node.members = members;
      node.leader = node === leader ? undefined : { host: '127.0.0.1', port: leader.port };
    }
  }

  /** The number of append calls that the nodes received. */
  get appends(): number {
    return this.nodes.reduce((sum, { calls }) => sum + calls.append, 0);
  }

  close(): void {
    for (const node of this.nodes) node.close();
  }
}

const hostOf = (port: number): string => `127.0.0.1:${String(port)}`;
