/** Dumps name the newest block that they were read at. Those from before cannot tell, so they are made again. */
export const dumpTip = ["alter table dumps add column tip text", "delete from dumps"];
