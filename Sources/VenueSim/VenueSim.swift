// One import for those who bring an algorithm: what it takes to write a stack or a part, to run it in
// simulated places and on recordings, and to read its scores.
//
// The face is a chosen list: each file of this folder names the declarations of one topic, and nothing
// else comes along. `make docs` makes pages of it; a test holds it to its size, and each declaration to a
// comment. What isn't here is still there for whoever imports its room, but may change without a word.
