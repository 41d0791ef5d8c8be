// One import for algorithm developers: everything needed to write a stack or a part, to run it in
// simulated venues and on recordings, and to read its scores.
//
// The interface is a chosen list: each file of this folder exports the declarations of one topic, and
// nothing else. `make docs` renders it; a test checks its size, and that each declaration has a comment.
// Other declarations are available by importing their modules, but may change without notice.
