import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A network with one machine, behind a router that may stop forwarding. */
export interface SeparateNetwork {
  /** The address of the machine. */
  readonly address: string;
  /** The address of this machine in the network. */
  readonly here: string;
  /** The command, and its first arguments, that runs a program on the machine. */
  readonly inside: readonly [command: string, ...args: string[]];
  /** Drops all packets to and from the machine without a reply, as if it did not exist any more. */
  disconnect(): Promise<void>;
  /** Forwards packets again. */
  reconnect(): Promise<void>;
  remove(): Promise<void>;
}

const [HERE, ROUTER, INNER, MACHINE] = ["192.0.2.1", "192.0.2.2", "192.0.2.5", "192.0.2.6"];

const ip = (line: string) => promisify(execFile)("ip", line.split(" "));

/** Makes 127.0.0.1 reachable, which it is not in a new network. */
export async function startLoopback(): Promise<void> {
  await ip("link set lo up");
}

/**
 * Creates the network from namespaces of Linux: this machine, a router and the other machine. The process must be in a
 * network without any other machine, as after `unshare --net`, because its addresses could be those of real machines.
 *
 * @throws Error if there are other machines, or if the kernel or the rights of the user do not allow it
 */
export async function createSeparateNetwork(): Promise<SeparateNetwork> {
  const [router, machine] = [`router-${process.pid}`, `machine-${process.pid}`];
  const { stdout: routes } = await ip("route");
  if (routes !== "") throw new Error(`This process must run in a separate network, but has the routes\n${routes}`);
  const remove = async () => {
    for (const name of [router, machine]) await ip(`netns delete ${name}`).catch(() => {});
  };
  try {
    await ip(`netns add ${router}`);
    await ip(`netns add ${machine}`);
    const [outer, inner] = [`out-${process.pid}`, `in-${process.pid}`];
    await ip(`link add ${outer} type veth peer name ${outer} netns ${router}`);
    await ip(`-n ${router} link add ${inner} type veth peer name ${inner} netns ${machine}`);
    for (const [at, link, address] of [
      ["", outer, HERE],
      [`-n ${router} `, outer, ROUTER],
      [`-n ${router} `, inner, INNER],
      [`-n ${machine} `, inner, MACHINE],
    ]) {
      await ip(`${at}address add ${address}/30 dev ${link}`);
      await ip(`${at}link set ${link} up`);
    }
    await ip(`-n ${machine} link set lo up`);
    await ip(`route add ${MACHINE} via ${ROUTER}`);
    await ip(`-n ${machine} route add ${HERE} via ${INNER}`);
    await ip(`netns exec ${router} sysctl -qw net.ipv4.ip_forward=1`);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    address: MACHINE,
    here: HERE,
    inside: ["ip", "netns", "exec", machine],
    async disconnect() {
      await ip(`-n ${router} route add blackhole ${MACHINE}/32`);
      await ip(`-n ${router} route add blackhole ${HERE}/32`);
    },
    async reconnect() {
      await ip(`-n ${router} route delete blackhole ${MACHINE}/32`);
      await ip(`-n ${router} route delete blackhole ${HERE}/32`);
    },
    remove,
  };
}
