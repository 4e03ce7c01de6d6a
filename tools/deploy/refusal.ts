/** Something that the operator must do first. The message is a sentence for the terminal. */
export class Refusal extends Error {}
