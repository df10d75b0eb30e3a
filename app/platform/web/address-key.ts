/**
 * What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since whoever
 * has one address of such a network has them all. IPv4 addresses written as IPv6 are IPv4. A port
 * that a proxy tells beside it is no part of it. Text that is no address counts as it is.
 */
export function addressKey(ip: string): string {
  const bare = withoutPort(ip).toLowerCase().replace(/%.*$/, "");
  const mapped = /^(?:::|(?:0{1,4}:){5})ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  if (mapped?.[1]) return mapped[1];
  if (!bare.includes(":")) return bare;
  const [head = "", tail] = bare.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

function withoutPort(ip: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(ip)?.[1] ?? ip.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
