/** Something that is not certain, or was mended: a code for programs, and a sentence for people. */
export type Remark<Code extends string> = { code: Code; message: string }
