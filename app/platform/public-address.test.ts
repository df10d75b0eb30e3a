import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address";

describe("isPublicAddress", () => {
  it.each(["93.184.216.34", "8.8.8.8", "2606:4700:4700::1111", "2a01:cb00::1"])(
    "lets %s be asked",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...["127.0.0.1", "127.8.9.10", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255"],
    ...["192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255"],
    ...["192.0.2.1", "198.51.100.7", "203.0.113.9", "240.0.0.1", "192.0.0.8", "198.18.0.1"],
    ...["::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "fec0::1"],
    ...["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a9fe:a9fe", "::127.0.0.1"],
    ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "100::1"],
    ...["", "localhost", "127.0.0.1:80", "[::1]"],
  ])("attack 11: sends nobody to %s", (address) => expect(isPublicAddress(address)).toBe(false));
});
