import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A proxy to a database that can be cut off. */
export interface Proxy {
  /** The database's address through the proxy. */
  url: string;
  /** Lets nothing through any more. */
  cut(): void;
  restore(): Promise<void>;
  close(): void;
}

/** @param target where the database is */
export async function startProxy(target: URL): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Cutting the connection raises an error at both ends, on purpose.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  function cut(): void {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  }
  return {
    url: url.href,
    cut,
    async restore() {
      proxy.listen(port, '127.0.0.1');
      await once(proxy, 'listening');
    },
    close: cut,
  };
}
