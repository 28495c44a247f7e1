import { createHash } from "node:crypto";
import { c32address } from "c32check";

const TESTNET_SINGLE_SIGNATURE = 26;

/** A made-up principal, the same in every run: an address in form, whose key nobody has. */
export function addressOf(number: number): string {
  const hash = createHash("sha256").update(`bench person ${number}`).digest("hex").slice(0, 40);
  return c32address(TESTNET_SINGLE_SIGNATURE, hash);
}

/** First halves of names. */
export const beginnings = [
  ..."ada alan amir anna aria axel bela bram cleo cyra dana dario edda elin emil esra fay finn gail".split(
    " ",
  ),
  ..."gwen hana hugo ida ilya iris jade joel juno kai kira lars lena liam lola luca maia mara milo".split(
    " ",
  ),
  ..."mira nell nico noor odin olga omar otto pia quin rafi remy rhea rosa ruth saul sena silas sky".split(
    " ",
  ),
  ..."sora tara theo tove ugo uma vera viggo wanda wes willa xan yara yuri zara zeno zoe".split(
    " ",
  ),
];

/** Second halves. */
export const endings = [
  ..."abbot acker adler archer ashby baker barlow beck bishop blythe booth brandt bright brook burke".split(
    " ",
  ),
  ..."calder carver castle chandler cole cooper crane croft dahl draper drummond eaton ellis farrow".split(
    " ",
  ),
  ..."fisher fletcher foster frost gardner glover grove hale harper hart hayes holt hooper hunt iverson".split(
    " ",
  ),
  ..."jagger keller kerr knox kramer lang lindgren lockwood lund marsh mason mercer miller moss nash".split(
    " ",
  ),
  ..."nilsson north oakley olsen page parker pierce porter potter quill ramsey reeve ridley rowe".split(
    " ",
  ),
  ..."sawyer sharp slater smith stark stone sutton tanner thorne turner tyler vance vogel wade walker".split(
    " ",
  ),
  ..."ward weaver webb wells west wheeler wilde winter wolfe wright yates york".split(" "),
];
