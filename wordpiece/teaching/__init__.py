"""Questions and explanations: quizzes, exercises, answers, sentences, errata."""
