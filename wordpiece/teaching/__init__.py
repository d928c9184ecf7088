"""What is asked and explained: quizzes, exercises, answers, sentences, errata."""
