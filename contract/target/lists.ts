/** Names and ports that no public web page has. */

/**
 * Top-level names that public DNS does not serve: RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's reserved and blocked
 * names, and names that clusters and home routers use.
 */
export const PRIVATE_SUFFIXES = [
  "alt",
  "arpa",
  "consul",
  "corp",
  "example",
  "home",
  "internal",
  "intra",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "mail",
  "onion",
  "private",
  "svc",
  "test",
] as const;

/**
 * Public names that point into private networks on purpose: metadata services, wildcard DNS and rebinding test
 * services. The list is not complete: anyone can register such a name, so the browser's guard also checks the address
 * it leads to.
 */
export const INWARD_DOMAINS = [
  "1u.ms",
  "backname.io",
  "burpcollaborator.net",
  "lacolhost.com",
  "local.gd",
  "localh.st",
  "localho.st",
  "localtest.me",
  "lvh.me",
  "metadata.amazonaws.com",
  "metadata.azure.com",
  "metadata.goog",
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "metadata.tencentyun.com",
  "my127.site",
  "nip.io",
  "rbndr.us",
  "sslip.io",
  "traefik.me",
  "vcap.me",
  "xip.io",
] as const;

/** Ports that browsers refuse: https://fetch.spec.whatwg.org/#port-blocking */
const BROWSER_BLOCKED_PORTS = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
] as const;

/** Data stores, remote desktops and control planes: docker, etcd, kubernetes, redis, databases, search, brokers. */
const CONTROL_PORTS = [
  445, 873, 1433, 1434, 1521, 2181, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5672, 5900,
  5901, 5984, 5985, 5986, 6379, 6380, 6443, 7000, 7001, 8500, 9042, 9092, 9160, 9200, 9300, 10250, 10255,
  10256, 11211, 16379, 26379, 27017, 27018, 27019, 28015, 28017, 50000,
] as const;

export const BLOCKED_PORTS: ReadonlySet<number> = new Set([...BROWSER_BLOCKED_PORTS, ...CONTROL_PORTS]);
