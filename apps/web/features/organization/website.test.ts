import { expect, test } from "vitest";
import { isWebsite, websiteAddress } from "./website.tsx";

test("a website without a scheme gets https", () => {
  expect(websiteAddress("guild.example")).toBe("https://guild.example");
  expect(websiteAddress(" guild.example/about:us ")).toBe("https://guild.example/about:us");
});

test("a website with a scheme stays as it is", () => {
  expect(websiteAddress("https://guild.example")).toBe("https://guild.example");
  expect(websiteAddress("http://guild.example")).toBe("http://guild.example");
});

test("an empty text stays empty", () => {
  expect(websiteAddress("  ")).toBe("");
});

test("a website has HTTP or HTTPS and a domain", () => {
  for (const text of ["guild.example", "https://guild.example/about", "http://guild.example:8080"])
    expect(isWebsite(websiteAddress(text)), text).toBe(true);
  for (const text of ["not a website", "guild", "ftp://guild.example", "https://", "x://y.z"])
    expect(isWebsite(websiteAddress(text)), text).toBe(false);
});
