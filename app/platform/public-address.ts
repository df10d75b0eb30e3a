/** Which addresses of the Internet a server may be sent to by what people type. */
import ipaddr from "ipaddr.js";

/** All that is routed to anybody in IPv6 lies in it; its special parts are ranges of their own. */
const GLOBAL_V6 = ipaddr.IPv6.parse("2000::");
const GLOBAL_V6_BITS = 3;

/**
 * Whether an IP address is somebody's on the open Internet: not this machine's or its network's (loopback,
 * private, link-local, carrier-grade NAT, unique local), not reserved, and no other address in disguise
 * (IPv4-mapped, 6to4, NAT64, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6, GLOBAL_V6_BITS);
}
