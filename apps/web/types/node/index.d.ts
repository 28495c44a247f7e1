// Some packages refer to the types of Node.js. Browsers have none of its globals, so code for browsers gets this.
export {};
