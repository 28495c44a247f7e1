import { expect, test } from "vitest";
import { isWebsite, websiteAddress } from "./website.ts";

test("a website without a scheme is taken to be a secure one", () => {
  expect(websiteAddress("guild.example")).toBe("https://guild.example");
  expect(websiteAddress(" guild.example/about:us ")).toBe("https://guild.example/about:us");
});

test("a website that says how to reach it stays as it was written", () => {
  expect(websiteAddress("https://guild.example")).toBe("https://guild.example");
  expect(websiteAddress("http://guild.example")).toBe("http://guild.example");
});

test("nothing written stays nothing, and is missed", () => {
  expect(websiteAddress("  ")).toBe("");
});

test("only what a browser can be sent to is a website", () => {
  for (const text of ["guild.example", "https://guild.example/about", "http://guild.example:8080"])
    expect(isWebsite(websiteAddress(text)), text).toBe(true);
  for (const text of ["not a website", "guild", "ftp://guild.example", "https://", "x://y.z"])
    expect(isWebsite(websiteAddress(text)), text).toBe(false);
});
