/** Something uncertain or repaired: a code for programs and a sentence for people. */
export type Remark<Code extends string> = { code: Code; message: string }
